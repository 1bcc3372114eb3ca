import { type Fingerprint, isSamePicture } from '../domain/picture/fingerprint.ts';
import type { TakenMedia } from './work.ts';

/** A picture that a product has already, as rows of sql/alike.sql. */
export interface Known {
  product_key: string;
  media_key: string;
  edges: string;
  fields: string;
  width: number;
  height: number;
  inks: boolean;
}

/** A file just taken, and the products whose listings name it. */
export interface Placed {
  taken: TakenMedia;
  products: readonly string[];
}

interface Candidate {
  media_key: bigint;
  fingerprint: Fingerprint;
}

/**
 * The item of each new content: that of a picture which one of its products has already and which is the same, else one
 * of its own. Only within a product, because pictures of two plain articles may be as near as those of one. What was
 * decided once stays, so an id never moves.
 */
export function itemKeys(placed: readonly Placed[], known: readonly Known[]): Map<string, bigint> {
  const byProduct = new Map<string, Candidate[]>();
  const add = (product: string, candidate: Candidate) => {
    const list = byProduct.get(product);
    if (list) list.push(candidate);
    else byProduct.set(product, [candidate]);
  };
  for (const { product_key, media_key, edges, fields, width, height, inks } of known)
    add(product_key, {
      media_key: BigInt(media_key),
      fingerprint: { edges, fields, aspect: width / height, inks },
    });
  const keys = new Map<string, bigint>();
  for (const { taken, products } of placed) {
    const { fingerprint } = taken;
    const same =
      fingerprint &&
      products
        .flatMap((product) => byProduct.get(product) ?? [])
        .find((candidate) => isSamePicture(candidate.fingerprint, fingerprint));
    const media_key = same ? same.media_key : taken.own_key;
    keys.set(taken.content, media_key);
    if (fingerprint) for (const product of products) add(product, { media_key, fingerprint });
  }
  return keys;
}
