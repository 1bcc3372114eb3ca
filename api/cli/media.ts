import { Command } from 'commander';
import { Database, fileList, loadSql } from '../../warehouse/database.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import type { MediaSummary } from '../../workflows/embedded.ts';
import { wholeNumber } from './gc.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { bytes, count, counted, type Terminal, table, tally } from './terminal.ts';

/** Fetches the pictures that are due, or lists what could not be taken. */
export function mediaCommand(terminal: Terminal): Command {
  return new Command('media')
    .description('fetch the pictures that are due; --rejects lists those that could not be taken')
    .option('--rejects', 'fetch nothing: list the addresses that could not be taken, and why')
    .option('--limit <addresses>', 'most lines of --rejects', wholeNumber(1), 50)
    .action(async ({ rejects, limit }: { rejects?: boolean; limit: number }, command: Command) => {
      await using index = await openIndex(terminal, command);
      if (rejects) {
        await showRejects(terminal, index, limit);
        return;
      }
      await using engine = await index.engine({
        onMediaProgress: (done, of) => {
          if (done % 100 === 0) terminal.err(`media: ${count(done)} of ${count(of)}\n`);
        },
      });
      terminal.out(`${mediaLine(await engine.refreshMedia())}\n`);
    });
}

/** What a round of the media step came to, in one line. */
export function mediaLine(summary: MediaSummary): string {
  const { addresses, asked, taken, items, files, seconds } = summary;
  const rejected = tally(summary.rejected_by);
  return [
    `media: ${counted(items, 'item')} in ${counted(files, 'file')} of ${bytes(summary.bytes)}`,
    `${count(addresses)} named, ${count(asked)} asked for, ${count(taken)} taken`,
    rejected === '' ? 'none rejected' : `rejected: ${rejected}`,
    `${seconds.toFixed(1)} s`,
  ].join('; ');
}

interface RejectRow extends Record<string, string> {
  sellers: string;
  address: string;
  code: string;
  detail: string;
  attempts: string;
  next_at: string;
  total: string;
}

async function showRejects(terminal: Terminal, { store, folder }: OpenedIndex, limit: number): Promise<void> {
  const parts = (await currentManifest(store))?.manifest.tables.media_sources ?? [];
  if (parts.length === 0) {
    terminal.out('no media have been fetched yet; `commerce-index media` does so\n');
    return;
  }
  await using database = await Database.open({
    memoryLimit: '256MiB',
    spill: folder.ownScratch('media-rejects'),
  });
  const paths = await Promise.all(parts.map((part) => store.local(part.key)));
  await database.script(
    'open media',
    `create temp view media_sources as select * from read_parquet(${fileList(paths)})`,
  );
  const rows = await database.rows<RejectRow>(
    'read rejects',
    loadSql(import.meta.url, './sql/media_rejects.sql'),
    { limit },
  );
  const cells = rows.map((row) => [
    row.sellers,
    row.address,
    row.code,
    Number(row.attempts),
    row.next_at,
    row.detail,
  ]);
  terminal.out(table(['sellers', 'address', 'code', 'tries', 'next try', 'detail'], cells));
  const total = Number(rows[0]?.total ?? 0);
  if (total > rows.length) terminal.out(`and ${counted(total - rows.length, 'line')} more (--limit)\n`);
}
