import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

/** As much of an answer of `POST /v1/decide` as tests read. */
export interface Decided {
  recommendation: {
    title: string;
    offer: { units: number; pieces_per_unit: number | null; price: string };
    why: string[];
    confidence: number;
  } | null;
  runner_up: { title: string; why_not: string } | null;
  relax: { constraint: string; brings: string; options: number }[];
  not_known: string[];
  understood: {
    words: string;
    quantity: { pieces: number; of: string } | null;
    about_minor: number | null;
    budget_minor: number | null;
  };
  weights: Record<string, number>;
  qualified: number;
}

/** A server that is asked `POST /v1/decide` over listings which are published for the question alone. */
export async function deciding(atEnd: (close: () => Promise<void>) => void) {
  const { post, serve } = await indexServer(listedSnapshot([]), {}, { atEnd });
  let publication = 0;
  async function over(
    listings: readonly Listing[],
    intent: string,
    more: object = {},
    descriptions: Readonly<Record<string, string>> = {},
  ): Promise<Decided> {
    publication += 1;
    serve({
      ...listedSnapshot(listings, { areCategoriesStated: true, descriptions }),
      id: `snp_${String(publication).padStart(16, '0')}`,
    });
    return (await post<Decided>('/v1/decide', { intent, ...more })).body;
  }
  return { over, post };
}
