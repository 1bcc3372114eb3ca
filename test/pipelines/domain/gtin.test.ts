import { readFileSync } from 'node:fs';
import { gtin as cdigit } from 'cdigit';
import * as fc from 'fast-check';
import gtinPackage from 'gtin';
import { describe, expect, it } from 'vitest';
import {
  baseGtin,
  expandUpcE,
  type GtinReading,
  gtinCheckDigit,
  hasCheckDigit,
  readGtin,
  readUpcE,
} from '../../../pipelines/domain/gtin.ts';

const casesOf = (file: string) =>
  readFileSync(new URL(`../../../fixtures/gtin/${file}.csv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
const cases = casesOf('cases');

/** The columns of the case file: 14-digit code, and the form, reason or expected digit. */
function columns(reading: GtinReading): [code14: string, detail: string] {
  if (reading.status === 'valid') return [reading.gtin14, reading.form];
  if (reading.status === 'restricted') return [reading.code, reading.reason];
  if (reading.status === 'checksum') return [reading.code, String(reading.expected)];
  return ['', reading.status === 'malformed' ? reading.reason : ''];
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('readGtin', () => {
  it.each(cases)('%s is %s %s %s (%s)', (code = '', status = '', code14 = '', detail = '') => {
    const reading = readGtin(code);
    expect([reading.status, ...columns(reading)]).toEqual([status, code14, detail]);
  });

  it.each(casesOf('upc_e_cases'))(
    '%s of a column of UPC-E is %s %s %s (%s)',
    (code = '', status = '', code14 = '', detail = '') => {
      const reading = readGtin(code, 'upc_e');
      expect([reading.status, ...columns(reading)]).toEqual([status, code14, detail]);
    },
  );

  it('takes no eight digits that begin with 0 for a GTIN unless they are said to be UPC-E', () => {
    fc.assert(
      fc.property(digits(7), (rest) => {
        const code = `0${rest}`;
        const own = readGtin(code);
        if (own.status === 'restricted')
          expect(own).toEqual({ status: 'restricted', code: `000000${code}`, reason: 'rcn8' });
        else expect(['checksum', 'malformed']).toContain(own.status);
        const said = readGtin(code, 'upc_e');
        if (said.status !== 'valid') return;
        expect(own.status).toBe('restricted');
        expect(said.gtin14).toBe(`00${gtinPackage.upcE.expand(code)}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads no UPC-E as the number of a GTIN-8', () => {
    // All numbers that begin with four zeros: those of companies 0000001 to 0000099 are among them.
    for (let number = 0; number < 1000; number++) {
      const system = `0000${String(number).padStart(3, '0')}`;
      const expanded = expandUpcE(system) ?? '';
      const reading = readUpcE(system + expanded.slice(-1));
      const company = Number(expanded.padStart(13, '0').slice(0, 7));
      expect([system, reading?.status]).toEqual([system, company <= 99 ? 'restricted' : 'valid']);
    }
  });

  it('takes null and undefined as missing', () => {
    expect(readGtin(null)).toEqual({ status: 'missing' });
    expect(readGtin(undefined)).toEqual({ status: 'missing' });
  });

  it('names no packaging level where there is none', () => {
    expect(readGtin('4006381333931')).toEqual({ status: 'valid', gtin14: '04006381333931', form: 'gtin13' });
  });

  it('names the base of a packaging level', () => {
    expect(readGtin('10614141000415')).toMatchObject({ indicator: 1, base: '00614141000418' });
    expect(readGtin('90614141000411')).toMatchObject({ indicator: 9, base: '00614141000418' });
  });

  it('agrees with two independent check digits', () => {
    fc.assert(
      fc.property(fc.oneof(digits(7), digits(11), digits(12), digits(13)), (payload) => {
        const code = payload + String(gtinCheckDigit(payload));
        expect(String(gtinCheckDigit(payload))).toBe(cdigit.compute(payload));
        expect(gtinPackage.isValid(code)).toBe(true);
      }),
    );
  });

  it('finds every single wrong digit of a valid code', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (payload, place, add) => {
        const code = payload + String(gtinCheckDigit(payload));
        const wrong = code.slice(0, place) + String((Number(code[place]) + add) % 10) + code.slice(place + 1);
        expect(['checksum', 'malformed']).toContain(readGtin(wrong).status);
      }),
    );
  });

  it('reads its own 14-digit form as the same thing', () => {
    fc.assert(
      fc.property(fc.oneof(digits(8), digits(12), digits(13), digits(14)), (code) => {
        const reading = readGtin(code);
        if (reading.status === 'valid')
          expect(readGtin(reading.gtin14)).toMatchObject({ gtin14: reading.gtin14 });
        // A UPC-E keeps its own check digit, which its code padded with zeros need not have.
        if (reading.status === 'restricted' && hasCheckDigit(reading.code))
          expect(readGtin(reading.code)).toEqual(reading);
        if (reading.status === 'restricted' && code.length > 8)
          expect(hasCheckDigit(reading.code)).toBe(true);
      }),
    );
  });

  it('gives a packaging level and its base one payload', () => {
    fc.assert(
      fc.property(digits(13), (payload) => {
        const code = payload + String(gtinCheckDigit(payload));
        expect(baseGtin(code).slice(1, 13)).toBe(code.slice(1, 13));
        expect(cdigit.validate(baseGtin(code))).toBe(true);
      }),
    );
  });
});

describe('expandUpcE', () => {
  it('agrees with an independent expansion', () => {
    fc.assert(
      fc.property(digits(6), fc.constantFrom('0', '1'), (six, system) => {
        const upcA = expandUpcE(system + six) ?? '';
        expect(gtinPackage.isValid(upcA)).toBe(true);
        expect(gtinPackage.upcE.expand(system + six + upcA.slice(-1))).toBe(upcA);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['04252614', '425261', '0425261'])('expands %s', (code) => {
    expect(expandUpcE(code)).toBe('042100005264');
  });

  it.each(['24252614', '20425261', '12345', '042526144', 'ABCDEF'])('refuses %s', (code) => {
    expect(expandUpcE(code)).toBeNull();
  });
});
