import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

/** As much of an answer of `POST /v1/decide` as tests read. */
export interface Decided {
  recommendation: { title: string; why: string[]; confidence: number } | null;
  relax: { constraint: string; brings: string; options: number }[];
  not_known: string[];
}

/** Asks `POST /v1/decide` over listings that are published for the question alone. */
export async function deciding(atEnd: (close: () => Promise<void>) => void) {
  const server = await indexServer(listedSnapshot([]), {}, { atEnd });
  let publication = 0;
  return async (listings: readonly Listing[], intent: string, more: object = {}): Promise<Decided> => {
    publication += 1;
    server.serve({ ...listedSnapshot(listings), id: `snp_${String(publication).padStart(16, '0')}` });
    return (await server.post<Decided>('/v1/decide', { intent, ...more })).body;
  };
}
