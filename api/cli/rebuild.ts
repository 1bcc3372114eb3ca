import { Command } from 'commander';
import { openIndex } from './opened_index.ts';
import { progressDisplay } from './progress.ts';
import { ingestSummary, isClean } from './summary.ts';
import type { Terminal } from './terminal.ts';

/** Writes every table anew from what is staged; ids and history stay. */
export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .description('write every table of the index anew; ids and history stay')
    .option('--relearn', 'learn anew what titles are weighed by')
    .action(async ({ relearn }: { relearn?: boolean }, command: Command) => {
      await using index = await openIndex(terminal, command);
      const display = progressDisplay(terminal, 0);
      await using engine = index.engine(display.listener);
      const summary = await engine.ingest([], { rebuild: true, relearn: relearn ?? false });
      display.end();
      terminal.out(ingestSummary(summary));
      if (!isClean(summary)) process.exitCode = 1;
    });
}
