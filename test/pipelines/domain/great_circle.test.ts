import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Coordinates, distanceKm } from '../../../pipelines/domain/great_circle.ts';

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude });

test.each([
  // a quarter of the sphere's circumference: pi / 2 times 6371.0088
  [at(0, 0), at(0, 90), 10_007.557],
  [at(90, 0), at(-90, 0), 20_015.115],
  [at(51.5, 0), at(51.5, 0), 0],
  // across the date line: a degree of the equator
  [at(0, 179.5), at(0, -179.5), 111.195],
])('%o to %o', (a, b, km) => {
  expect(distanceKm(a, b)).toBeCloseTo(km, 2);
});

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

/** The angle between two vectors from the middle of the earth: another formula for the same. */
function byVectors(a: Coordinates, b: Coordinates): number {
  const vector = ({ latitude, longitude }: Coordinates) => {
    const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)] as const;
  };
  const [[x, y, z], [u, v, w]] = [vector(a), vector(b)];
  const cross = Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u);
  return 6371.0088 * Math.atan2(cross, x * u + y * v + z * w);
}

test('is the angle between the two, both ways', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(distanceKm(a, b)).toBeCloseTo(byVectors(a, b), 2);
      expect(distanceKm(b, a)).toBeCloseTo(distanceKm(a, b), 6);
    }),
  );
});
