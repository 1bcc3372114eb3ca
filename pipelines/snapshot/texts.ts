import { rm } from 'node:fs/promises';
import { fileList, literal, loadSql } from '../../warehouse/database.ts';
import {
  buildVectorFile,
  productEmbedder,
  VECTOR_FORMAT,
} from '../../warehouse/embedding/product_vectors.ts';
import { nameOf, WAREHOUSE_FORMAT } from '../../warehouse/manifest.ts';
import { buildTextFile, TEXT_FORMAT } from '../../warehouse/text/build.ts';
import type { Publication } from '../publication.ts';

/** A description's first letters say what the thing is; the rest costs more than it finds. */
const DESCRIPTION_LETTERS = 500;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Writes the text index and the products' vectors, unless the one before was made of the same listings with the same content: their files are
 * named by a digest of them. Prices and stock are not in it. Returns how many words were written, or null.
 */
export async function writeTexts(publication: Publication, identityChanged: boolean): Promise<number | null> {
  const { database } = publication;
  const [before] = publication.tables.texts ?? [];
  const [vectorsBefore] = publication.tables.vectors ?? [];
  if (before && vectorsBefore && !identityChanged) return null;
  if (!identityChanged)
    await database.run(
      'open products',
      `create or replace temp view products as select * from read_parquet(${fileList(await publication.paths('products'))})`,
    );
  const inputs = await database.rows('digest texts', sql('text_inputs'));
  const key = `serving/texts/${nameOf(WAREHOUSE_FORMAT, TEXT_FORMAT, inputs)}.text`;
  const vectorsKey = `serving/vectors/${nameOf(WAREHOUSE_FORMAT, VECTOR_FORMAT, productEmbedder().id, inputs)}.vectors`;
  if (before?.key === key && vectorsBefore?.key === vectorsKey && !publication.anew) return null;
  const products = await database.count('count products', 'select count(*) from products');
  const lines = await publication.draft('texts.lines');
  const draft = await publication.draft('texts.text');
  await database.script(
    'define text parts',
    `create or replace temp macro text_part(text) as
       case when contains(text, chr(31)) then replace(text, chr(31), ' ') else coalesce(text, '') end`,
  );
  await database.run(
    'write texts',
    `copy (${sql('text_lines')}) to ${literal(lines)} (format csv, header false, delimiter '\t', quote '', escape '')`,
    { description_letters: DESCRIPTION_LETTERS },
  );
  const vectors = await publication.draft('products.vectors');
  const [{ terms }] = await Promise.all([
    buildTextFile({ lines, products, output: draft }),
    buildVectorFile({ lines, products, output: vectors }),
  ]);
  await rm(lines);
  await publication.addPart('vectors', { draft: vectors, rows: products, key: vectorsKey, replace: true });
  await publication.addPart('texts', { draft, rows: terms, key, replace: true });
  return terms;
}

/** Writes the offers of the listings that changed, beside the documents: `touched` says which. Defines `offer_rows`. */
export async function writeOffers(publication: Publication): Promise<void> {
  const { database, settings } = publication;
  const touched = await database.count('count touched', 'select count(*) from touched');
  const listings = await database.count('count listings', 'select count(*) from assignments');
  const sameCurrency = publication.before?.market.currency === settings.market.currency;
  const all = touched === listings || !publication.tables.offers || !sameCurrency;
  const wanted = all ? '' : 'semi join touched using (listing_key)';
  if (touched > 0 || all)
    await publication.writePart(
      'offers',
      `(select * exclude (listing_key) from (${sql('offers')}) as offers ${wanted})`,
      { folder: 'serving/offers', replace: all, parameters: { currency: settings.market.currency } },
    );
  await database.run(
    'open offers',
    `create or replace temp view offer_rows as select listing_no from read_parquet(${fileList(await publication.paths('offers'))})`,
  );
}
