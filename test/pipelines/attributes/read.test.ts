import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAttributes } from '../../../pipelines/attributes/read.ts';
import type { AttributeReading } from '../../../pipelines/domain/attribute.ts';

const cases = readFileSync(new URL('../../../fixtures/attributes/titles.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [title: string, readings: string]);

const written = ({ key, value, unit }: AttributeReading): string => {
  const text = typeof value === 'object' ? `${value.min}..${value.max}` : String(value).replaceAll(' ', '_');
  return `${key}=${text}${unit === null ? '' : ` ${unit}`}`;
};

describe('readAttributes', () => {
  test.each(cases)('reads %s', (title, readings) => {
    const found = readAttributes({ title }).map(written);
    const expected = readings === '' ? [] : readings.split(/ (?=\S+=)/);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('reads what columns declare under one name, in one unit, whatever they are called', () => {
    const declared = (attributes: Record<string, string>) =>
      readAttributes({ title: 'Thing', attributes }).map(written);
    expect(declared({ 'laptop.memory_gb': '16' })).toEqual(['general.memory=16 GB']);
    expect(declared({ 'general.RAM': '16384 MB' })).toEqual(['general.memory=16 GB']);
    expect(declared({ 'technical.Arbeitsspeicher': '16 GB' })).toEqual(['general.memory=16 GB']);
    expect(declared({ 'tv.screen_in': '55' })).toEqual(['general.screen_size=55 in']);
    expect(declared({ 'x.display_size': '139.7 cm' })).toEqual(['general.screen_size=55 in']);
    expect(declared({ 'x.Farbe': 'Schwarz' })).toEqual(['general.color=black']);
    expect(declared({ 'x.size': 'Large' })).toEqual(['general.size=L']);
    expect(declared({ 'x.fitting_shape': 'round' })).toEqual(['x.fitting_shape=round']);
    expect(declared({ 'x.waterproof': 'yes' })).toEqual(['x.waterproof=true']);
    expect(declared({ 'x.material': 'n/a' })).toEqual([]);
  });

  test('tells by the unit what a name that means several things means', () => {
    const capacity = (text: string) =>
      readAttributes({ title: 'Thing', attributes: { 'x.capacity': text } }).map(written);
    expect(capacity('512 GB')).toEqual(['general.capacity=512 GB']);
    expect(capacity('9 kg')).toEqual(['general.load_capacity=9 kg']);
    expect(capacity('1.5 l')).toEqual(['general.volume=1.5 l']);
    expect(capacity('4000 mAh')).toEqual(['general.battery_capacity=4000 mAh']);
  });

  test('takes a description where the title is silent, and less for sure', () => {
    const [reading] = readAttributes({ title: 'Thing', description: '40 W, black' });
    expect(reading).toMatchObject({ key: 'general.color', value: 'black', source: 'parsed' });
    const readings = readAttributes({ title: 'Lamp 60 W', description: '40 W' });
    expect(readings.map(written)).toEqual(['general.power=60 W']);
  });

  test('takes what a thing is free of from title and description together, by one name each', () => {
    const free = (title: string, description: string, attributes = {}) =>
      readAttributes({ title, description, attributes }).map(written);
    expect(free('Gluten-free oats', 'Ohne Zucker, glutenfrei.')).toEqual([
      'general.free_of=gluten',
      'general.free_of=sugar',
    ]);
    expect(free('Trinkbrunnen', 'Besonders leise, BPA-frei.')).toEqual(['general.free_of=bpa']);
    expect(free('Oats', '', { 'x.free_from': 'gluten, Milch' })).toEqual([
      'general.free_of=gluten',
      'general.free_of=milk',
    ]);
  });

  test('counts no pack by what a machine takes', () => {
    const count = (title: string) =>
      readAttributes({ title })
        .filter(({ key }) => key === 'general.pack_count')
        .map(({ value }) => value);
    expect(count('Krona Domo Grande 3 Capsule Coffee Machine')).toEqual([]);
    expect(count('Coffee pods, 50 capsules for your coffee machine')).toEqual([50]);
    expect(count('100 capsule caffè compatibili')).toEqual([100]);
  });

  test('takes highlights before the description, as sentences and never as a value', () => {
    const attributes = { 'general.product_highlight': 'Boils with 2200 W,Cool touch' };
    const readings = readAttributes({ title: 'Kettle', attributes, description: '1800 W, black' });
    expect(readings.map(written).toSorted()).toEqual(['general.color=black', 'general.power=2200 W']);
    expect(readings.every(({ source }) => source === 'parsed')).toBe(true);
  });

  test('gives the fields of the feed as declared', () => {
    expect(readAttributes({ title: 'Thing', mpn: 'AB-1', condition: 'used' })).toEqual([
      { key: 'general.model_number', value: 'AB-1', unit: null, source: 'declared', confidence: 0.97 },
      { key: 'general.condition', value: 'used', unit: null, source: 'declared', confidence: 0.97 },
    ]);
  });
});
