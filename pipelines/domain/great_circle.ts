/** Degrees; north and east are positive. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth (IUGG, R1), kilometres. */
const EARTH_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres between two points on a sphere, by the haversine formula: within 0.6 % of the way over an ellipsoid. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [north, south] = [radians(a.latitude), radians(b.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const share =
    half(south - north) +
    Math.cos(north) * Math.cos(south) * half(radians(b.longitude) - radians(a.longitude));
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}
