import { Command } from 'commander';
import { ingestExitCode } from './exit_code.ts';
import { openIndex } from './opened_index.ts';
import { progressDisplay } from './progress.ts';
import { publishOnTemporal } from './publication.ts';
import { ingestSummary, publicationSummary } from './summary.ts';
import type { Terminal } from './terminal.ts';

interface RebuildOptions {
  relearn?: boolean;
  temporal?: boolean;
}

/** Writes every table anew from what was landed and staged; ids and history stay. Also what an older program has left. */
export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .description('write every table of the index anew; ids and history stay')
    .option('--relearn', 'learn anew what titles are weighed by')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async ({ relearn = false, temporal }: RebuildOptions, command: Command) => {
      if (temporal) {
        terminal.out(
          publicationSummary(await publishOnTemporal(terminal, command, { rebuild: true, relearn })),
        );
        return;
      }
      await using index = await openIndex(terminal, command);
      const display = progressDisplay(terminal, 0);
      await using engine = await index.engine(display.listener);
      const summary = await engine.ingest([], { rebuild: true, relearn });
      display.end();
      terminal.out(ingestSummary(summary));
      terminal.exitCode = ingestExitCode(summary);
    });
}
