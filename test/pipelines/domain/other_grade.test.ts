import { expect, test } from 'vitest';
import { isGraded, otherGrades } from '../../../pipelines/domain/other_grade.ts';

test.each([
  ['Kestrix 27 inch 5K monitor', ['Kestrix 27 inch 4K monitor'], ['5k', '4k']],
  ['Kestrix webcam 1080p', ['Kestrix webcam', 'Kestrix webcam 720p'], ['1080p', '720p']],
  ['SelectTech 554i', ['SelectTech 552i dumbbells'], ['554i', '552i']],
])('%s is not what is called %j', (title, titles, [left, right]) => {
  expect(isGraded(title)).toBe(true);
  expect(otherGrades(title, titles)).toEqual([{ kind: 'number', left, right }]);
});

test.each([
  ['what one of its titles has', 'Drone 4K', ['Drone 8K', 'Drone, films in 4K']],
  ['what its titles are silent of', 'Drone 4K', ['Drone', 'Drone, 30 min']],
  ['another letter', 'Drone 4K', ['Drone, 1080p']],
  ['units, which are told as amounts', 'Charger 65W', ['Charger 100W']],
  ['letters before the number', 'Headset H800', ['Headset H390']],
])('%s is no other grade', (_why, title, titles) => {
  expect(otherGrades(title, titles)).toEqual([]);
});
