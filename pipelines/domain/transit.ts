/** Workdays that a carrier takes on lanes up to a distance. */
export interface TransitBand {
  /** Kilometres, included; null for any distance. */
  up_to_km: number | null;
  least_days: number;
  most_days: number;
}

/** Workdays in transit. */
export interface TransitDays {
  least_days: number;
  most_days: number;
}

/**
 * What a carrier says it takes on a lane: the narrowest band that holds the distance. Where the distance is not known
 * (null) from the fastest to the slowest of all bands. Null where no band holds it.
 */
export function transitOf(bands: readonly TransitBand[], distance_km: number | null): TransitDays | null {
  if (bands.length === 0) return null;
  if (distance_km === null)
    return {
      least_days: Math.min(...bands.map(({ least_days }) => least_days)),
      most_days: Math.max(...bands.map(({ most_days }) => most_days)),
    };
  const reach = ({ up_to_km }: TransitBand) => up_to_km ?? Number.POSITIVE_INFINITY;
  const [band] = bands.filter((one) => distance_km <= reach(one)).sort((a, b) => reach(a) - reach(b));
  return band ? { least_days: band.least_days, most_days: band.most_days } : null;
}
