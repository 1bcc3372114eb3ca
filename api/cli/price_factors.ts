import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { fractionOf } from '../../pipelines/domain/price_factor.ts';
import type { FeedName } from '../../warehouse/run.ts';
import { publicationExitCode } from './exit_code.ts';
import { isoTime } from './iso_time.ts';
import { openIndex } from './opened_index.ts';
import { publishHere, publishOnTemporal } from './publication.ts';
import { publicationSummary } from './summary.ts';
import { json, type Terminal, table } from './terminal.ts';

interface FactorOptions {
  from: string;
  reason?: string;
  temporal?: boolean;
}

/** Adds the commands that say and list what feeds' prices are multiplied by. */
export function addFactors(runs: Command, terminal: Terminal): void {
  runs
    .command('factor')
    .argument('<feed>', 'seller/feed', feedName)
    .argument('<factor>', 'such as 0.01 or 10', priceFactor)
    .description(
      'multiply the prices of a feed from a day on, of published runs too: 0.01 for one in cents; 1 ends it',
    )
    .requiredOption(
      '--from <day>',
      'first observation, such as 2026-11-20 or 2026-11-20T04:00:00Z (UTC)',
      isoTime,
    )
    .option('--reason <text>', 'why, for who reads it later')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async ({ seller, feed }: FeedName, factor: string, options: FactorOptions, command: Command) => {
      const { from, reason = null, temporal } = options;
      const publish = temporal ? publishOnTemporal : publishHere;
      const price_factors = [{ seller, feed, from, factor, by: userInfo().username, reason }];
      const outcome = await publish(terminal, command, { price_factors });
      terminal.exitCode = publicationExitCode(outcome);
      terminal.out(
        `prices of ${seller}/${feed} are multiplied by ${factor} from ${from} on\n${publicationSummary(outcome)}`,
      );
    });
  runs
    .command('factors')
    .description('what feeds’ prices are multiplied by, and who said so')
    .option('--json', 'as JSON')
    .action(async ({ json: asJson = false }: { json?: boolean }, command: Command) => {
      await using index = await openIndex(terminal, command);
      const factors = await index.state.priceFactors();
      const rows = factors.map((one) => [
        `${one.seller}/${one.feed}`,
        one.factor,
        one.from_at,
        one.decided_by,
        one.decided_at,
        one.reason ?? '',
      ]);
      terminal.out(
        asJson ? json({ factors }) : table(['feed', 'factor', 'from', 'by', 'decided at', 'reason'], rows),
      );
    });
}

function feedName(text: string): FeedName {
  const [seller = '', feed = '', ...more] = text.split('/');
  if (seller === '' || feed === '' || more.length > 0) throw new InvalidArgumentError('Write seller/feed.');
  return { seller, feed };
}

function priceFactor(text: string): string {
  try {
    fractionOf(text);
    return text.trim();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
