import { type Database, loadSql } from '../../warehouse/database.ts';
import { eachConflict } from '../domain/conflicts.ts';
import { numbersOf, type StatedNumbers } from '../domain/stated_numbers.ts';
import { areOtherHues, type Hue, hueIn } from './titles/compare/shades.ts';
import { readRecord, shadesOf } from './titles/read/reading.ts';

/** A listing that states a part number, and what it says of itself. */
export interface MpnClaim {
  mpn_key: string;
  key: string;
  title: string;
  brand: string | null;
  condition: string | null;
  color: string | null;
  size: string | null;
}

/** Of a number that more listings state so many are held against each other. */
const LOOKED_AT = 40;

/**
 * Makes `mpn_conflicts`, the part numbers that are stated of several things. Reads `identities`, `gtin_conflicts` and
 * `catalogue_rows`.
 */
export async function findRestatedMpns(database: Database): Promise<void> {
  await database.run('forget part numbers', 'create or replace temp table mpn_conflicts (mpn_key ubigint)');
  if ((await database.count('count part numbers', PLACING)) === 0) return;
  const colors = await database.rows<{ color: string }>('list colours', COLORS);
  const shades = new Set(colors.flatMap(({ color }) => shadesOf(color).map(({ value }) => value)));
  const disputed: string[] = [];
  let claims: MpnClaim[] = [];
  const settle = () => {
    if (claims[0] && isOfSeveralThings(claims, shades)) disputed.push(claims[0].mpn_key);
    claims = [];
  };
  const sql = loadSql(import.meta.url, './sql/mpn_claims.sql');
  for await (const batch of database.batches<MpnClaim>('find restated part numbers', sql))
    for (const claim of batch) {
      if (claims[0] && claims[0].mpn_key !== claim.mpn_key) settle();
      claims.push(claim);
    }
  settle();
  const appender = await database.connection.createAppender('mpn_conflicts');
  for (const key of disputed) {
    appender.appendUBigInt(BigInt(key));
    appender.endRow();
  }
  appender.closeSync();
}

const PLACING = 'select count(*) from identities where mpn_key is not null and gtin_key is null';
const COLORS = `select distinct attributes ->> '$."general.color"' as color from catalogue_rows
  where attributes ->> '$."general.color"' is not null`;

/**
 * Whether listings of one brand and part number state different things: a size, an amount, a pack, a condition, a colour
 * by any of the words that the catalogue's feeds have for one (`shades`). Makers' numbers end in a mark for the colour or
 * size, which sellers cut off, or make up alike for two (`-CH` of `Charcoal` and of `Chalk`).
 */
export function isOfSeveralThings(claims: readonly MpnClaim[], shades: ReadonlySet<number>): boolean {
  const read = claims.slice(0, LOOKED_AT).map((claim) => statedIn(claim, shades));
  return read.some((one, at) => read.slice(0, at).some((other) => statesOther(one, other)));
}

interface Stated {
  statements: StatedNumbers;
  hue: Hue;
}

function statedIn({ color, size, ...claim }: MpnClaim, shades: ReadonlySet<number>): Stated {
  const attributes = { ...(color !== null && { color }), ...(size !== null && { size }) };
  const reading = readRecord({ ...claim, seller: '', attributes });
  return {
    statements: numbersOf(reading.statements),
    hue: hueIn(reading, (word) => (shades.has(word) ? word : null)),
  };
}

function statesOther(one: Stated, other: Stated): boolean {
  if (areOtherHues(one.hue, other.hue)) return true;
  let differs = false;
  eachConflict(one.statements, other.statements, () => {
    differs = true;
  });
  return differs;
}
