import { Command, InvalidArgumentError } from 'commander';
import { openIndex } from './opened_index.ts';
import { bytes, counted, type Terminal } from './terminal.ts';

interface GcOptions {
  keep?: number;
  hours?: number;
  dryRun?: boolean;
}

/** Deletes what no snapshot, cursor or backfill needs any more. */
export function gcCommand(terminal: Terminal): Command {
  return new Command('gc')
    .description('delete old snapshots and files that nothing needs any more')
    .option('--keep <snapshots>', 'snapshots kept, at least 1 (default 3)', wholeNumber(1))
    .option('--hours <hours>', 'younger snapshots are kept in any case (default 24)', wholeNumber(0))
    .option('--dry-run', 'say what would go')
    .action(async (options: GcOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      await using engine = await index.engine();
      const summary = await engine.collectGarbage({
        ...(options.keep !== undefined && { keep_snapshots: options.keep }),
        ...(options.hours !== undefined && { keep_hours: options.hours }),
        dry_run: options.dryRun ?? false,
      });
      for (const key of summary.deleted) terminal.out(`${key}\n`);
      terminal.out(
        `${summary.dry_run ? 'would delete' : 'deleted'} ${counted(summary.snapshots.length, 'snapshot')}, ` +
          `${counted(summary.deleted.length, 'file')}, ${bytes(summary.bytes)}\n`,
      );
    });
}

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return value;
  };
}
