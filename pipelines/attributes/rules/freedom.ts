import { freedOf } from '../../domain/freed.ts';
import type { Rule } from './rule.ts';

/** What a text says that the thing is free of: sellers tell it in descriptions more often than in a title or a field. */
export const freedomRule: Rule = ({ folded }) =>
  freedOf(folded).map((value, at) => ({ key: 'general.free_of', value, rule: 'freedom.said', at }));
