import { rm } from 'node:fs/promises';
import { fileList, literal, loadSql } from '../../warehouse/database.ts';
import { EmbeddingError } from '../../warehouse/embedding/openai_embedder.ts';
import {
  buildVectorFile,
  VECTOR_FORMAT,
  type VectorBuild,
} from '../../warehouse/embedding/product_vectors.ts';
import { nameOf, WAREHOUSE_FORMAT } from '../../warehouse/manifest.ts';
import { buildTextFile, TEXT_FORMAT } from '../../warehouse/text/build.ts';
import { type Publication, sameEmbedder } from '../publication.ts';

/** A description's first letters say what the thing is; the rest, as much as feeds take of it, counts less. */
const DESCRIPTION_LETTERS = 500;
const REST_LETTERS = 4_500;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What became of the texts: words written, or null where they stayed; why there are no vectors, or null. */
export interface TextsSummary {
  words_written: number | null;
  vectors_missing: string | null;
}

const UNCHANGED: TextsSummary = { words_written: null, vectors_missing: null };

/**
 * Writes the text index and the products' vectors, unless the ones before were made of the same listings with the same
 * content, the vectors by the same model: their files are named by a digest of them. Prices and stock are not in it.
 * Where the embedding service fails there are no vectors.
 */
export async function writeTexts(publication: Publication, identityChanged: boolean): Promise<TextsSummary> {
  const { database, settings, embedder, before: snapshot } = publication;
  const [before] = publication.tables.texts ?? [];
  const [vectorsBefore] = publication.tables.vectors ?? [];
  const isSameModel = snapshot !== null && sameEmbedder(snapshot, settings);
  if (before && vectorsBefore && !identityChanged && isSameModel) return UNCHANGED;
  if (!identityChanged)
    await database.run(
      'open products',
      `create or replace temp view products as select * from read_parquet(${fileList(await publication.paths('products'))})`,
    );
  const inputs = await database.rows('digest texts', sql('text_inputs'));
  const key = `serving/texts/${nameOf(WAREHOUSE_FORMAT, TEXT_FORMAT, inputs)}.text`;
  const vectorsKey = `serving/vectors/${nameOf(WAREHOUSE_FORMAT, VECTOR_FORMAT, embedder.id, inputs)}.vectors`;
  if (before?.key === key && vectorsBefore?.key === vectorsKey && !publication.anew) return UNCHANGED;
  const products = await database.count('count products', 'select count(*) from products');
  const lines = await writeTextLines(publication);
  const draft = await publication.draft('texts.text');
  const vectors = { lines, products, output: await publication.draft('products.vectors') };
  const [{ terms }, vectors_missing] = await Promise.all([
    buildTextFile({ lines, products, output: draft }),
    buildVectors(publication, vectors, vectorsKey),
  ]);
  await rm(lines);
  await publication.addPart('texts', { draft, rows: terms, key, replace: true });
  return { words_written: terms, vectors_missing };
}

async function writeTextLines(publication: Publication): Promise<string> {
  const { database } = publication;
  const lines = await publication.draft('texts.lines');
  await database.script(
    'define text parts',
    `create or replace temp macro text_part(text) as
       case when contains(text, chr(31)) then replace(text, chr(31), ' ') else coalesce(text, '') end`,
  );
  await database.run(
    'write texts',
    `copy (${sql('text_lines')}) to ${literal(lines)} (format csv, header false, delimiter '\t', quote '', escape '')`,
    { description_letters: DESCRIPTION_LETTERS, rest_letters: REST_LETTERS },
  );
  return lines;
}

/**
 * Writes the products' vectors and returns null; or why the embedding service could not make them. Then the snapshot
 * has none, since those before are of other products: prices must not wait for a service that only ranks.
 */
async function buildVectors(
  publication: Publication,
  build: VectorBuild,
  key: string,
): Promise<string | null> {
  try {
    await buildVectorFile(build, publication.embedder, publication.settings.signal);
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    delete publication.tables.vectors;
    return error.message;
  }
  await publication.addPart('vectors', { draft: build.output, rows: build.products, key, replace: true });
  return null;
}

/** Writes the offers of the listings that changed, beside the documents: `touched` says which. Defines `offer_rows`. */
export async function writeOffers(publication: Publication): Promise<void> {
  const { database, settings } = publication;
  const touched = await database.count('count touched', 'select count(*) from touched');
  const listings = await database.count('count listings', 'select count(*) from assignments');
  const sameCurrency = publication.before?.market.currency === settings.market.currency;
  // Files from before conditions were kept say nothing of them.
  const hasConditions = publication.before?.price_axes !== undefined;
  const all = touched === listings || !publication.tables.offers || !sameCurrency || !hasConditions;
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
