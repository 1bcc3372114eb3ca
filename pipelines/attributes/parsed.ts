import type { AttributeReading } from '../domain/attribute.ts';
import { attributeNamed } from './attributes.ts';
import { confidenceOf } from './confidence.ts';
import { colorRule } from './rules/color.ts';
import { connectorRule } from './rules/connector.ts';
import { contentsRule } from './rules/contents.ts';
import { dataRule } from './rules/data.ts';
import { electricRule } from './rules/electric.ts';
import { freedomRule } from './rules/freedom.ts';
import { lengthRule } from './rules/length.ts';
import { materialRule } from './rules/material.ts';
import { printingRule } from './rules/printing.ts';
import { rateRule } from './rules/rate.ts';
import { resolutionRule } from './rules/resolution.ts';
import { type AttributeText, attributeText, type Finding, type Rule } from './rules/rule.ts';
import { sizeRule } from './rules/size.ts';
import { sameValue } from './value.ts';

const RULES: readonly Rule[] = [
  colorRule,
  sizeRule,
  dataRule,
  lengthRule,
  electricRule,
  contentsRule,
  printingRule,
  rateRule,
  resolutionRule,
  connectorRule,
  materialRule,
  freedomRule,
];

/** A reading and the rule that made it. */
export interface ParsedReading extends AttributeReading {
  rule: string;
}

/** What a text says of an item: of each attribute one value, the first of the surest, or none where values disagree. */
export function parsedReadings(text: string, part: AttributeText['part']): ParsedReading[] {
  const read = attributeText(text, part);
  const byKey = Map.groupBy(
    RULES.flatMap((rule) => rule(read)),
    ({ key }) => key,
  );
  return [...byKey].flatMap(([key, found]) => chosen(key, found, part));
}

/** Values that differ are each less sure than one alone: `.several` is a rule of its own. */
function chosen(key: string, found: readonly Finding[], part: AttributeText['part']): ParsedReading[] {
  const attribute = attributeNamed(key);
  const reading = ({ value, rule }: Finding, name = rule): ParsedReading => ({
    key,
    value,
    unit: key === 'general.net_content' ? contentUnit(rule) : attribute.unit,
    source: 'parsed',
    confidence: confidenceOf(name, part),
    rule: name,
  });
  if (attribute.many) return found.map((finding) => reading(finding));
  const surest = found
    .map((finding) => reading(finding))
    .toSorted((left, right) => right.confidence - left.confidence)[0] as ParsedReading;
  const others = found.filter(({ value }) => !sameValue(key, value, surest.value));
  if (others.length === 0) return [surest];
  const [first] = found as [Finding];
  const leading = surest.confidence > confidenceOf(first.rule, part) ? surest : reading(first);
  const rule = `${leading.rule}.several`;
  return [{ ...leading, rule, confidence: confidenceOf(rule, part) }];
}

const contentUnit = (rule: string): string => (rule.endsWith('volume') ? 'ml' : 'g');
