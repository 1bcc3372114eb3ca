import { Presets, SingleBar } from 'cli-progress';
import type { EngineListener } from '../../workflows/embedded.ts';
import { counted, type Terminal } from './terminal.ts';

/** Shows what the engine does: one bar on a screen, plain lines anywhere else. */
export interface ProgressDisplay {
  listener: EngineListener;
  /** Takes the bar away for good, so that other lines can be written. */
  end: () => void;
}

export function progressDisplay(terminal: Terminal, feeds: number): ProgressDisplay {
  const onRetry = (error: unknown, waitMs: number) =>
    terminal.err(
      `${error instanceof Error ? error.message : String(error)}; trying again in ${waitMs / 1000} s\n`,
    );
  return terminal.redraws ? bar(feeds, onRetry) : lines(terminal, onRetry);
}

function bar(feeds: number, onRetry: NonNullable<EngineListener['onRetry']>): ProgressDisplay {
  const display = new SingleBar(
    { format: '{step} {bar} {value}/{total} {label}', hideCursor: true, clearOnComplete: true, fps: 12 },
    Presets.shades_classic,
  );
  let total = feeds;
  let step = '';
  let ended = false;
  const show = (name: string, of: number, label: string) => {
    if (ended) return;
    if (step !== name) {
      display.stop();
      display.start(of, 0, { step: name.padEnd(9), label });
      step = name;
    }
    display.setTotal(of);
    display.update({ label });
  };
  return {
    listener: {
      onFeedStart: ({ seller, feed }) => show('ingest', total, `${seller}/${feed}`),
      onObservations: (_, count) => {
        total += Math.max(0, count - 1);
        show('ingest', total, '');
      },
      onObservationStaged: ({ seller, feed }) => display.increment(1, { label: `${seller}/${feed}` }),
      onPublishStep: (name, done, of) => {
        show(name, of, '');
        display.update(done);
      },
      onRetry,
    },
    end: () => {
      ended = true;
      display.stop();
    },
  };
}

function lines(terminal: Terminal, onRetry: NonNullable<EngineListener['onRetry']>): ProgressDisplay {
  let step = '';
  let ended = false;
  return {
    listener: {
      onFeedEnd: ({ seller, feed, runs, rows, failures }) => {
        if (ended) return;
        const failed = failures.length > 0 ? `, ${counted(failures.length, 'failure')}` : '';
        terminal.err(
          `${seller}/${feed}: ${counted(runs.length, 'run')}, ${counted(rows.read, 'row')}${failed}\n`,
        );
      },
      onPublishStep: (name) => {
        if (name !== step && !ended) terminal.err(`publish: ${name}\n`);
        step = name;
      },
      onRetry,
    },
    end: () => {
      ended = true;
    },
  };
}
