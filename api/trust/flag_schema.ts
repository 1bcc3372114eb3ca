import { Type } from 'typebox';
import { SEVERITIES } from '../../pipelines/domain/risk/risk_flag.ts';
import { oneOf } from '../catalogue/schema.ts';

/** An observation with one of these codes. */
export const Flag = <T extends readonly string[]>(codes: T, description: string) =>
  Type.Object({
    code: oneOf(codes, description),
    severity: oneOf(SEVERITIES),
    detail: Type.String({ description: 'What was observed, with its figures. It asserts no intent.' }),
  });
