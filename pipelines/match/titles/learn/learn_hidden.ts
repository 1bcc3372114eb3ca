import { calibrate, calibrated, IMAGINED_VOUCHED, IMAGINED_WRONG, NEVER } from '../score/calibration.ts';
import type { MatchModel } from '../score/model.ts';
import { learnContradicted } from './learn_contradicted.ts';
import { learnCut } from './learn_cut.ts';
import { type LeftOverWorth, type ListingCounts, learnLeftOver } from './learn_left_over.ts';
import { learnSellerNats } from './learn_seller_nats.ts';

/** Chances of pairs, whether each is right (1 or 0), and for how many listings it stands. */
export interface HiddenScores {
  scores: number[];
  /** The chance of each where all its rivals count in full. */
  locals: number[];
  matches: number[];
  counts: number[];
  /** Whose listing each is of. */
  sellers: string[];
  /** Whether each names two makers. */
  two_makers: boolean[];
  /** Whether each meets what one other seller alone carries. */
  lone: boolean[];
  /** Whether each waits for a person whatever its chance is, because public sets doubt it. */
  doubted: boolean[];
  /** Whether public sets bear it out. */
  witnessed: boolean[];
  /** Pairs that could be joined of listings that no code places and variants that codes made, and whose they are. */
  left_over: Pick<HiddenScores, 'scores' | 'sellers' | 'lone'>;
  /** The same of pairs that state something differently, which nobody joins. */
  contradicted: Pick<HiddenScores, 'scores' | 'matches' | 'counts'>;
}

/** What hidden listings stand for. */
export interface HiddenAbout {
  /** Whether no two of the sellers that teach have many listings. */
  isSmall: boolean;
  /** How often what no code places was looked for, each time beside other hidden listings. */
  rounds: number;
  listings: ReadonlyMap<string, ListingCounts>;
}

/** Fewer pairs show nothing: with three more imagined wrong 98 of 100 are not reached. */
const MIN_SCORES = 150;

/**
 * What a chance is worth, and from where on pairs are joined without a person, from listings that publication saw
 * without their codes; where these are too few nothing is. Pairs that name two makers must show by themselves that they are
 * right: they are few, so the others would vouch for them, and what another brand makes is another thing unless these
 * sellers are seen to name makers otherwise. So must pairs that meet what one seller alone carries: what a listing is, others
 * mostly sell too. Where the others are too few to show anything (of two sellers there are none), all of them show it together.
 * What waits for a person anyway vouches for none that
 * is joined. Of what public sets bear out fewer are imagined wrong, since two judgements vouch for it.
 */
export function learnHidden(
  {
    scores,
    matches,
    counts,
    sellers,
    two_makers,
    lone,
    doubted,
    witnessed,
    left_over,
    contradicted,
  }: Omit<HiddenScores, 'locals'>,
  { isSmall, rounds, listings }: HiddenAbout,
): Pick<
  MatchModel,
  'merge_from' | 'two_makers_from' | 'lone_from' | 'witnessed_from' | 'left_over_from' | 'contradicted'
> &
  Partial<Pick<MatchModel, 'calibration' | 'seller_nats'>> {
  if (scores.length < MIN_SCORES) return { merge_from: NEVER, two_makers_from: NEVER };
  const right = matches.map((match, k) => match * (counts[k] as number));
  const calibration = calibrate(scores, right, counts);
  const chosenOf = (isOfKind: (k: number) => boolean) => {
    const isChosen = (_: unknown, k: number) => doubted[k] === false && isOfKind(k);
    return {
      scores: scores.filter(isChosen),
      matches: matches.filter(isChosen),
      counts: counts.filter(isChosen),
      sellers: sellers.filter(isChosen),
    };
  };
  const worthOf = (cut: number) => (cut < NEVER ? calibrated(calibration, cut) : NEVER);
  const cutOf = (isOfKind: (k: number) => boolean, imagined = IMAGINED_WRONG) =>
    worthOf(learnCut(chosenOf(isOfKind), imagined));
  const two_makers_from = cutOf((k) => two_makers[k] === true);
  const isPlain = (k: number) => two_makers[k] === false;
  const isBorneOut = (k: number) => isPlain(k) && witnessed[k] === true;
  const borne_out = isSmall ? cutOf(isBorneOut, IMAGINED_VOUCHED) : NEVER;
  const worth = learnContradicted({
    ...contradicted,
    scores: contradicted.scores.map((score) => calibrated(calibration, score)),
  });
  const shown = {
    ...(borne_out < NEVER && { witnessed_from: borne_out }),
    ...(worth !== undefined && { contradicted: worth }),
  };
  const isOther = (k: number) => isPlain(k) && lone[k] === false;
  const others_cut = learnCut(chosenOf(isOther));
  const isParted = others_cut < NEVER;
  const lone_from = isParted ? { lone_from: cutOf((k) => isPlain(k) && lone[k] === true) } : {};
  const cut = isParted ? others_cut : learnCut(chosenOf(isPlain));
  const merge_from = worthOf(cut);
  const left = ofKind(left_over, isParted);
  const leftOver =
    cut < NEVER
      ? learnLeftOver(chosenOf(isParted ? isOther : isPlain), { ...left, rounds }, listings, cut)
      : new Map<string, LeftOverWorth>();
  const left_over_from = Object.fromEntries(
    Array.from(leftOver, ([seller, { from }]) => [seller, worthOf(from)]),
  );
  const said = { scores: scores.map((score) => calibrated(calibration, score)), matches, counts };
  const seller_nats = learnSellerNats(said, sellers, merge_from);
  for (const [seller, { nats }] of leftOver) seller_nats[seller] = (seller_nats[seller] ?? 0) + nats;
  return { calibration, merge_from, two_makers_from, ...lone_from, left_over_from, seller_nats, ...shown };
}

/** What listings without a code found of the kind that the cut is of: where that is parted, what several sellers carry. */
function ofKind(
  left: HiddenScores['left_over'],
  isParted: boolean,
): Pick<HiddenScores, 'scores' | 'sellers'> {
  const isOfKind = (_: unknown, k: number) => !isParted || left.lone[k] === false;
  return { scores: left.scores.filter(isOfKind), sellers: left.sellers.filter(isOfKind) };
}
