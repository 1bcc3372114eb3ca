import { checkout } from '../catalogue/checkout.ts';
import type { Operation } from './operation.ts';

/** Every operation, in the order of the contract. HTTP, OpenAPI, MCP and the explorer are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  // search
  // catalogue
  checkout,
  // intelligence
  // agents
];
