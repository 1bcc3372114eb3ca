import { type Lane, type Place, seenDelivery } from '../../pipelines/domain/delivery_estimate.ts';
import { DeliveryHistory } from '../../pipelines/domain/delivery_history.ts';
import { learnedHistory, type SeenDelivery } from '../../pipelines/domain/learned_service.ts';
import {
  rateFor,
  type ShippingRate,
  type TransitTime,
  timingOf,
} from '../../pipelines/domain/shipping_rate.ts';
import { foldKey } from '../../pipelines/text/fold.ts';

/** A delivery as it is kept. Times are epoch milliseconds. */
export interface KeptDelivery {
  ordered_ms: number;
  /** Null where it was lost. */
  delivered_ms: number | null;
  carrier: string | null;
  service: string | null;
  destination: Place & { postal_code: string | null };
}

const DAY_MS = 86_400_000;
/** Deliveries learned before the event loop gets its turn. */
const PER_TURN = 2000;
/** What is older says little of how a carrier works now. */
const REMEMBERED_DAYS = 400;

/** How long the deliveries of one seller's services took. */
export class SellerHistories {
  readonly #byService = new Map<string, DeliveryHistory>();

  private constructor() {
    // made by `learned` alone
  }

  /**
   * Learns from a seller's deliveries. Each is of the service it names, else of the only service of the carrier it
   * names, else of the only one that the seller has; where that does not tell, it teaches nothing.
   */
  static async learned(
    rates: readonly ShippingRate[],
    transitTimes: readonly TransitTime[],
    deliveries: readonly KeptDelivery[],
  ): Promise<SellerHistories> {
    const histories = new SellerHistories();
    const services = Map.groupBy(rates, ({ service }) => foldKey(service));
    const newest = newestOf(deliveries);
    const remembered = deliveries.filter(({ ordered_ms }) => ordered_ms >= newest - REMEMBERED_DAYS * DAY_MS);
    const byService = Map.groupBy(remembered, (delivery) => serviceOf(services, delivery));
    for (const [service, own] of byService) {
      if (service === null) continue;
      const seen: SeenDelivery[] = [];
      for (const [at, delivery] of own.entries()) {
        if (at % PER_TURN === PER_TURN - 1) await new Promise(setImmediate);
        const place = { ...delivery.destination, kind: 'street' as const };
        const rate = rateFor(services.get(service) ?? [], null, place);
        if (!rate?.origin) continue;
        const { ordered_ms, delivered_ms, destination } = delivery;
        const lane: Lane = { origin: rate.origin, destination, timing: timingOf(rate, transitTimes) };
        seen.push(seenDelivery({ ordered_ms, delivered_ms }, lane));
      }
      histories.#byService.set(service, learnedHistory(seen, newest));
      await new Promise(setImmediate);
    }
    return histories;
  }

  /** What is known of a service; empty where nothing is. */
  of(service: string): DeliveryHistory {
    const key = foldKey(service);
    const history = this.#byService.get(key) ?? new DeliveryHistory();
    this.#byService.set(key, history);
    return history;
  }
}

const newestOf = (deliveries: readonly KeptDelivery[]): number =>
  deliveries.reduce((latest, { ordered_ms }) => Math.max(latest, ordered_ms), 0);

/** Folded; null where a delivery could be of several. */
function serviceOf(
  services: ReadonlyMap<string, readonly ShippingRate[]>,
  { carrier, service }: KeptDelivery,
): string | null {
  const named = service === null ? '' : foldKey(service);
  if (named !== '' && services.has(named)) return named;
  const by = carrier === null ? '' : foldKey(carrier);
  const own = [...services].filter(([, rates]) =>
    rates.some((rate) => rate.carrier !== null && foldKey(rate.carrier) === by),
  );
  const candidates = by !== '' && own.length > 0 ? own : [...services];
  return candidates.length === 1 ? (candidates[0]?.[0] ?? null) : null;
}
