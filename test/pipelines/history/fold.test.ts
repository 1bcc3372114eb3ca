import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DecimalMark } from '../../../pipelines/domain/number_grammar.ts';
import type { FeedSeries } from '../../../pipelines/history/feed_series.ts';
import { type FoldOptions, type FoldResult, foldRuns, prepareFold } from '../../../pipelines/history/fold.ts';
import type { Run } from '../../../warehouse/run.ts';
import { rowsBefore, StagedFeeds, seriesOf } from './staged_feeds.ts';

let feeds: StagedFeeds;
beforeAll(async () => {
  feeds = await StagedFeeds.open();
});
afterAll(() => feeds[Symbol.asyncDispose]());
beforeEach(() => feeds.forget());

async function fold(series: readonly FeedSeries[], options: Partial<FoldOptions> = {}): Promise<FoldResult> {
  await prepareFold(feeds.database);
  return foldRuns(feeds.database, series, {
    folder: feeds.folder,
    reused: { database: feeds.database, generations: undefined },
    acceptedByHand: new Set(),
    now: new Date('2026-06-01T00:00:00Z'),
    ...options,
  });
}

/** `k` stands still, so that a wave is never empty. */
const STILL = 'k 500';

interface Step {
  before?: string;
  after?: string;
  change?: string;
  transitions?: string[];
  vanished?: string;
}

describe('one listing from one run to the next', () => {
  test.each<[what: string, Step]>([
    ['stands still', { before: 'a 1000 1200', after: 'a 1000 1200' }],
    ['stands still without a delivery cost', { before: 'a 1000 -', after: 'a 1000 -' }],
    [
      'gets dearer',
      {
        before: 'a 1000 -',
        after: 'a 1100 -',
        change: '1100 - in_stock',
        transitions: ['price USD 1000 1100 in_stock in_stock'],
      },
    ],
    [
      'gets cheaper by one cent',
      {
        before: 'a 1000 1200',
        after: 'a 999 1199',
        change: '999 1199 in_stock',
        transitions: ['price USD 1000 999 in_stock in_stock'],
      },
    ],
    ['costs more to deliver', { before: 'a 1000 1200', after: 'a 1000 1300', change: '1000 1300 in_stock' }],
    ['tells its delivery cost', { before: 'a 1000 -', after: 'a 1000 1200', change: '1000 1200 in_stock' }],
    ['tells it no more', { before: 'a 1000 1200', after: 'a 1000 -', change: '1000 - in_stock' }],
    [
      'is sold out',
      {
        before: 'a 1000 -',
        after: 'a 1000 - out_of_stock',
        change: '1000 - out_of_stock',
        transitions: ['availability USD 1000 1000 in_stock out_of_stock'],
      },
    ],
    [
      'is sold out and dearer',
      {
        before: 'a 1000 -',
        after: 'a 1001 - out_of_stock',
        change: '1001 - out_of_stock',
        transitions: [
          'availability USD 1000 1001 in_stock out_of_stock',
          'price USD 1000 1001 in_stock out_of_stock',
        ],
      },
    ],
    [
      'is sold in another currency',
      {
        before: 'a 1000 - in_stock USD',
        after: 'a 1000 - in_stock EUR',
        change: '1000 - in_stock EUR',
        transitions: ['price USD>EUR 1000 1000 in_stock in_stock'],
      },
    ],
    [
      'is sold in another currency for another price',
      {
        before: 'a 1000 - in_stock USD',
        after: 'a 900 - in_stock EUR',
        change: '900 - in_stock EUR',
        transitions: ['price USD>EUR 1000 900 in_stock in_stock'],
      },
    ],
    [
      'is new',
      { after: 'a 1000 1200', change: '1000 1200 in_stock', transitions: ['added USD - 1000 - in_stock'] },
    ],
    [
      'is new and its delivery cost not known',
      { after: 'a 1000 -', change: '1000 - in_stock', transitions: ['added USD - 1000 - in_stock'] },
    ],
    [
      'is gone',
      {
        before: 'a 1000 1200 low_stock EUR',
        change: '1000 1200 gone EUR',
        transitions: ['removed EUR 1000 - low_stock -'],
        vanished: '2026-01-02 2026-01-01 1000 1200 low_stock Thing a',
      },
    ],
  ])('%s', async (_, { before = '', after = '', change, transitions = [], vanished }) => {
    const [first, second] = [
      await feeds.stage('alpha', '2026-01-01', [STILL, before].filter(Boolean)),
      await feeds.stage('alpha', '2026-01-02', [STILL, after].filter(Boolean)),
    ];
    const result = await fold([seriesOf(first, [second])]);
    expect(await feeds.changes()).toEqual(change ? [`0 a 2026-01-02 ${change}`] : []);
    expect(await feeds.transitions()).toEqual(transitions.map((line) => `0 a 2026-01-02 ${line}`));
    expect(await feeds.vanished()).toEqual(vanished ? [`0 a ${vanished}`] : []);
    expect(result.live_changed).toBe(before === '' || after === '');
    expect(result.moves).toEqual({
      new: before === '' ? 1 : 0,
      changed: before && after && change ? 1 : 0,
      vanished: after === '' ? 1 : 0,
      unchanged: before && after && !change ? 2 : 1,
    });
    expect(result.accepted).toEqual([second]);
    expect(result.current.get(0)).toEqual(rowsBefore(0, second));
  });
});

describe('a series of runs', () => {
  test('begins with a change point for every listing, and no event', async () => {
    const first = await feeds.stage('alpha', '2026-01-01', ['a 1000 1200', 'b 700 - out_of_stock EUR']);
    const result = await fold([seriesOf(null, [first])]);
    expect(await feeds.changes()).toEqual([
      '0 a 2026-01-01 1000 1200 in_stock',
      '0 b 2026-01-01 700 - out_of_stock EUR',
    ]);
    expect([await feeds.transitions(), await feeds.vanished()]).toEqual([[], []]);
    expect(result).toMatchObject({
      live_changed: true,
      moves: { new: 2, changed: 0, vanished: 0, unchanged: 0 },
    });
  });

  test('keeps what a vanished listing last said until it comes back', async () => {
    const runs = [
      await feeds.stage('alpha', '2026-01-01', [STILL, 'a 1000 1200', 'b 300']),
      await feeds.stage('alpha', '2026-01-02', [STILL, 'a 1100 1300', 'b 300']),
      await feeds.stage('alpha', '2026-01-03', [STILL]),
      await feeds.stage('alpha', '2026-01-04', [STILL]),
      await feeds.stage('alpha', '2026-01-05', [STILL, 'a 1100 1300']),
    ];
    const result = await fold([seriesOf(null, runs)]);
    expect(await feeds.changes()).toEqual([
      '0 a 2026-01-01 1000 1200 in_stock',
      '0 a 2026-01-02 1100 1300 in_stock',
      '0 a 2026-01-03 1100 1300 gone',
      '0 a 2026-01-05 1100 1300 in_stock',
      '0 b 2026-01-01 300 - in_stock',
      '0 b 2026-01-03 300 - gone',
      '0 k 2026-01-01 500 - in_stock',
    ]);
    expect(await feeds.transitions()).toEqual([
      '0 a 2026-01-02 price USD 1000 1100 in_stock in_stock',
      '0 a 2026-01-03 removed USD 1100 - in_stock -',
      '0 a 2026-01-05 added USD - 1100 - in_stock',
      '0 b 2026-01-03 removed USD 300 - in_stock -',
    ]);
    expect(await feeds.vanished()).toEqual(['0 b 2026-01-03 2026-01-02 300 - in_stock Thing b']);
    expect(result.moves).toEqual({ new: 4, changed: 1, vanished: 2, unchanged: 5 });
    expect(result.accepted).toEqual(runs);
  });

  test('that is rebuilt tells no events', async () => {
    const runs = [
      await feeds.stage('alpha', '2026-01-01', [STILL, 'a 1000', 'b 300']),
      await feeds.stage('alpha', '2026-01-02', ['a 1100 - out_of_stock', 'c 5', STILL]),
    ];
    await fold([seriesOf(null, runs, { silent: true })]);
    expect(await feeds.transitions()).toEqual([]);
    expect(await feeds.changes()).toHaveLength(6);
    expect(await feeds.vanished()).toHaveLength(1);
  });

  test('is only the rows of its moment where one file holds several', async () => {
    const day = async (number: number) => ({
      ...(await feeds.stage('alpha', `2026-01-0${number}`, [STILL, `a ${number}`])),
      by_as_of: true,
    });
    const [first, second] = [await day(1), await day(2)];
    // the second run's file holds only rows of the second day
    await fold([seriesOf(first, [{ ...second, as_of: '2026-01-03T00:00:00.000Z' }])]);
    expect(await feeds.changes()).toEqual(['0 a 2026-01-03 1 - gone', '0 k 2026-01-03 500 - gone']);
    await fold([seriesOf(first, [second])]);
    expect(await feeds.changes()).toEqual(['0 a 2026-01-02 2 - in_stock']);
  });
});

describe('feeds in one wave', () => {
  test('are folded apart, each with its own moment, and go on for as long as they have runs', async () => {
    const alpha = [
      await feeds.stage('alpha', '2026-01-01', ['a 1000']),
      await feeds.stage('alpha', '2026-01-02', ['a 1001']),
      await feeds.stage('alpha', '2026-01-03', ['a 1001', 'n 5']),
    ];
    const beta = [
      await feeds.stage('beta', '2026-02-01', ['b 300']),
      await feeds.stage('beta', '2026-02-02', ['b 301']),
    ];
    const waves: [number, number][] = [];
    const result = await fold(
      [
        seriesOf(alpha[0] ?? null, alpha.slice(1)),
        seriesOf(null, beta, { feed_no: 3, seller: 'beta', silent: true }),
        seriesOf(null, [], { feed_no: 4, seller: 'gamma' }),
      ],
      { onWave: (done, of) => waves.push([done, of]) },
    );
    expect(await feeds.changes()).toEqual([
      '0 a 2026-01-02 1001 - in_stock',
      '0 n 2026-01-03 5 - in_stock',
      '3 b 2026-02-01 300 - in_stock',
      '3 b 2026-02-02 301 - in_stock',
    ]);
    expect(await feeds.transitions()).toEqual([
      '0 a 2026-01-02 price USD 1000 1001 in_stock in_stock',
      '0 n 2026-01-03 added USD - 5 - in_stock',
    ]);
    expect(result.moves).toEqual({ new: 2, changed: 2, vanished: 0, unchanged: 1 });
    expect([...result.current.keys()]).toEqual([0, 3]);
    expect(waves).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('may begin while others lose listings', async () => {
    const [first, second] = [
      await feeds.stage('alpha', '2026-01-01', [STILL, 'a 1000']),
      await feeds.stage('alpha', '2026-01-02', [STILL]),
    ];
    const fresh = await feeds.stage('beta', '2026-01-02', ['b 1', 'c 1']);
    const result = await fold([
      seriesOf(null, [fresh], { feed_no: 1, seller: 'beta' }),
      seriesOf(first, [second]),
    ]);
    expect(await feeds.vanished()).toEqual(['0 a 2026-01-02 2026-01-01 1000 - in_stock Thing a']);
    expect(result.moves).toEqual({ new: 2, changed: 0, vanished: 1, unchanged: 1 });
    expect(result.live_changed).toBe(true);
  });

  test('of one seller may hand a listing over: gone here, new there', async () => {
    const before = [
      await feeds.stage('alpha', '2026-01-01', [STILL, 'a 1000']),
      await feeds.stage('alpha', '2026-01-01', ['z 1']),
    ] as const;
    const after = [
      await feeds.stage('alpha', '2026-01-02', [STILL]),
      await feeds.stage('alpha', '2026-01-03', ['z 1', 'a 1000']),
    ] as const;
    await fold([seriesOf(before[0], [after[0]]), seriesOf(before[1], [after[1]], { feed_no: 1 })]);
    expect(await feeds.changes()).toEqual(['0 a 2026-01-02 1000 - gone', '1 a 2026-01-03 1000 - in_stock']);
    expect(await feeds.vanished()).toEqual(['0 a 2026-01-02 2026-01-01 1000 - in_stock Thing a']);
  });

  test('of one seller keep apart what each of them lost', async () => {
    const lost = await feeds.stage('alpha', '2026-01-01', [STILL, 'a 1000']);
    const without = await feeds.stage('alpha', '2026-01-02', [STILL]);
    const taken = await feeds.stage('alpha', '2026-01-03', ['a 900']);
    const other = await feeds.stage('alpha', '2026-01-03', ['z 1']);
    const both = await feeds.stage('alpha', '2026-01-04', ['z 1', 'y 1']);
    await fold([seriesOf(lost, [without]), seriesOf(taken, [other], { feed_no: 1 })]);
    const gone = [
      '0 a 2026-01-02 2026-01-01 1000 - in_stock Thing a',
      '1 a 2026-01-03 2026-01-03 900 - in_stock Thing a',
    ];
    expect(await feeds.vanished()).toEqual(gone);
    const back = await feeds.stage('alpha', '2026-01-05', [STILL, 'a 1000']);
    await fold([seriesOf(without, [back]), seriesOf(other, [both], { feed_no: 1 })]);
    expect(await feeds.vanished()).toEqual(gone.slice(1));
  });

  test('fold nothing where nothing is pending', async () => {
    expect(await fold([])).toEqual({
      current: new Map(),
      accepted: [],
      suspect: [],
      checks: new Map(),
      stands: new Map(),
      profiles: new Map(),
      moves: { new: 0, changed: 0, vanished: 0, unchanged: 0 },
      live_changed: false,
    });
  });
});

describe('a suspect run', () => {
  const many = (count: number, price: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => `s${index} ${price(index)}`);
  const jump = (far: number, from: number, to: number) => [
    many(10, () => from),
    many(10, (index) => (index < far ? to : from)),
  ];

  test.each<[what: string, lines: string[][], reason: string | null]>([
    [
      'six of ten more than three times dearer',
      jump(6, 1000, 3001),
      '6 of 10 prices are more than three times',
    ],
    ['exactly three times', jump(5, 1000, 3000), '5 of 10 prices moved by more than a half'],
    [
      'six of ten less than a third',
      jump(6, 1000, 333),
      '6 of 10 prices are more than three times, or less than a third',
    ],
    ['exactly one and a half times', jump(10, 1000, 1500), null],
    ['a little more, but four of them', jump(4, 1000, 1501), null],
    ['a little more, five of them', jump(5, 1000, 1501), '5 of 10 prices moved by more than a half'],
    ['exactly two thirds', jump(10, 999, 666), null],
    ['nine listings', [many(9, () => 1000), many(9, () => 1)], null],
    ['ten listings', [many(10, () => 1000), many(10, () => 1)], '10 of 10 prices are more than three times'],
    ['four of ten gone, too few to stop a feed for', [many(10, () => 1000), many(6, () => 1000)], null],
    ['half of them gone', [many(10, () => 1000), many(5, () => 1000)], '5 of 10 listings vanished'],
    [
      'five of the six that stayed, four gone',
      [many(10, () => 1000), many(6, (index) => (index < 5 ? 9000 : 1000))],
      '5 of 6 prices are more',
    ],
    [
      'new listings at any price',
      [many(10, () => 1000), many(40, (index) => (index < 10 ? 1000 : 9000))],
      null,
    ],
  ])('%s', async (_, [before = [], after = []], reason) => {
    const first = await feeds.stage('alpha', '2026-01-01', before);
    const second = await feeds.stage('alpha', '2026-01-02', after);
    const { suspect, accepted, live_changed } = await fold([seriesOf(first, [second])]);
    if (reason === null) expect([suspect, accepted]).toEqual([[], [second]]);
    else {
      expect(suspect).toMatchObject([{ run: second, reason: expect.stringContaining(reason) as string }]);
      expect([accepted, live_changed]).toEqual([[], false]);
      expect([await feeds.changes(), await feeds.transitions(), await feeds.vanished()]).toEqual([
        [],
        [],
        [],
      ]);
    }
  });

  test('stops its feed alone, which goes on from the last good run', async () => {
    const first = await feeds.stage(
      'alpha',
      '2026-01-01',
      many(10, () => 1000),
    );
    const bad = await feeds.stage(
      'alpha',
      '2026-01-02',
      many(3, () => 1000),
    );
    const good = await feeds.stage('alpha', '2026-01-03', [...many(9, () => 1000), 's9 1001']);
    const [b, c] = [
      await feeds.stage('beta', '2026-01-01', ['b 1', 'c 1']),
      await feeds.stage('beta', '2026-01-02', ['b 2']),
    ];
    const result = await fold([
      seriesOf(first, [bad, good]),
      seriesOf(b, [c], { feed_no: 1, seller: 'beta' }),
    ]);
    expect(result.suspect.map(({ run }) => run)).toEqual([bad]);
    expect(result.accepted).toEqual([c, good]);
    expect(result.current.get(0)).toEqual(rowsBefore(0, good));
    expect(await feeds.changes()).toEqual([
      '0 s9 2026-01-03 1001 - in_stock',
      '1 b 2026-01-02 2 - in_stock',
      '1 c 2026-01-02 1 - gone',
    ]);
    expect(await feeds.vanished()).toEqual(['1 c 2026-01-02 2026-01-01 1 - in_stock Thing c']);
    expect(result.moves).toEqual({ new: 0, changed: 2, vanished: 1, unchanged: 9 });
  });

  test('is told from the others of its wave, whichever comes first', async () => {
    const [b, c] = [
      await feeds.stage('beta', '2026-01-01', ['b 1']),
      await feeds.stage('beta', '2026-01-02', ['b 2']),
    ];
    const first = await feeds.stage(
      'alpha',
      '2026-01-01',
      many(10, () => 1000),
    );
    const bad = await feeds.stage(
      'alpha',
      '2026-01-02',
      many(3, () => 1000),
    );
    const result = await fold(
      [seriesOf(b, [c], { seller: 'beta' }), seriesOf(first, [bad], { feed_no: 1 })],
      { acceptedByHand: new Set([c.run_id]) },
    );
    expect([result.accepted, result.suspect.map(({ run }) => run)]).toEqual([[c], [bad]]);
    expect(await feeds.changes()).toEqual(['0 b 2026-01-02 2 - in_stock']);
  });

  test('is taken once a person has accepted it', async () => {
    const first = await feeds.stage(
      'alpha',
      '2026-01-01',
      many(10, () => 1000),
    );
    const cheap = await feeds.stage(
      'alpha',
      '2026-01-02',
      many(10, () => 1),
    );
    const result = await fold([seriesOf(first, [cheap])], { acceptedByHand: new Set([cheap.run_id]) });
    expect([result.suspect, result.accepted]).toEqual([[], [cheap]]);
    expect(await feeds.changes()).toHaveLength(10);
  });

  test('is one whose numbers are written otherwise than the feed’s were so far', async () => {
    const stage = async (day: string, price: number, mark?: DecimalMark): Promise<Run> => ({
      ...(await feeds.stage('alpha', day, [`a ${price}`])),
      ...(mark && { profile: { numbers: { price: mark } } }),
    });
    const runs = [
      await stage('2026-01-01', 1, 'point'),
      await stage('2026-01-02', 2),
      await stage('2026-01-03', 3, 'comma'),
      await stage('2026-01-04', 4, 'point'),
    ];
    const reason =
      'the numbers of price are written with a decimal comma (12,50), so far with a decimal point (12.50)';
    const [first, silent, other, later] = runs;
    const held = await fold([seriesOf(null, runs)]);
    expect(held.suspect).toMatchObject([{ run: other, reason }]);
    expect(held.accepted).toEqual([first, silent, later]);
    // what a person has accepted is what later files are held against
    const taken = await fold([seriesOf(null, runs)], { acceptedByHand: new Set([other?.run_id ?? '']) });
    expect(taken.suspect.map(({ run }) => run)).toEqual([later]);
    const known = await fold([
      seriesOf(null, [runs[3] as Run], { profile: { numbers: { price: 'comma' } } }),
    ]);
    expect(known.suspect.map(({ run }) => run)).toEqual([later]);
  });
});
