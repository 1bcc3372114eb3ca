import { readFileSync } from 'node:fs';
import { BlockList, isIP, isIPv4 } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, webAddressProblem } from '../../../pipelines/domain/web_address.ts';

const casesOf = (file: string, separator: string) =>
  readFileSync(new URL(`../../../fixtures/addresses/${file}.csv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(separator));

const WITHIN = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const;

describe('isPublicAddress', () => {
  it.each(casesOf('hosts', ','))('%s is %s (%s)', (address = '', is) => {
    expect(isPublicAddress(address) ? 'public' : 'inside').toBe(is);
  });

  it('takes no address of an inner network in any form for a public one', () => {
    const inner = new BlockList();
    for (const [network, prefix] of WITHIN) inner.addSubnet(network, prefix);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254')), (v4) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const wrapped = [`::${v4}`, `::${hex}`, `::ffff:0:${v4}`, `64:ff9b::${hex}`, `64:ff9b:1::${hex}`];
        for (const form of [...wrapped, `2002:${hex}::`, `2001:0:${hex}::1`])
          expect([form, isPublicAddress(form)]).toEqual([form, false]);
        expect(isPublicAddress(`::ffff:${v4}`)).toBe(isPublicAddress(v4));
        expect(isPublicAddress(`::ffff:${hex}`)).toBe(isPublicAddress(v4));
        if (inner.check(v4)) expect([v4, isPublicAddress(v4)]).toEqual([v4, false]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('webAddressProblem', () => {
  it.each(casesOf('links', '|'))('%s: %s (%s)', (address = '', problem = '') => {
    expect(webAddressProblem(address) ?? '').toBe(problem);
  });

  it('takes no IP address of an inner network, however its number is written', () => {
    const number = fc.constantFrom(10, 8, 16).chain((base) =>
      fc.integer({ min: 0, max: 0xffff_ffff }).map((value) => {
        const digits = value.toString(base);
        const text = base === 16 ? `0x${digits}` : base === 8 ? `0${digits}` : digits;
        return { text, v4: [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.') };
      }),
    );
    fc.assert(
      fc.property(number, ({ text, v4 }) => {
        expect(isIPv4(v4)).toBe(true);
        expect(webAddressProblem(`http://${text}/x`) === null).toBe(isPublicAddress(v4));
      }),
    );
  });

  it('holds a host for an IP address where the platform does, and for a name elsewhere', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.stringMatching(/^[0-9a-fx.:-]{1,12}$/),
    );
    fc.assert(
      fc.property(host, fc.constantFrom('', '.'), (name, dot) => {
        const text = `https://${name}${dot}/x`;
        const parsed = URL.parse(text)?.hostname.replace(/^\[|\]$|\.$/g, '');
        if (parsed === undefined) return;
        const found = webAddressProblem(text);
        if (isIP(parsed) > 0) expect([text, found === null]).toEqual([text, isPublicAddress(parsed)]);
        else expect([text, found ?? 'a name']).toEqual([text, expect.stringMatching(/name/)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
