import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';

/** Announced by the contract as coming soon, with no shape of its own. */
export const checkout: Operation = {
  group: 'catalogue',
  id: 'checkout',
  method: 'POST',
  path: '/v1/checkout',
  summary: 'Coming soon',
  description: 'Announced and not yet available: always answers 501 `not_available`, whatever is sent.',
  scope: 'read',
  cost: 0,
  successStatus: 501,
  run() {
    throw new ApiError('not_available', { detail: 'checkout is announced and not yet available' });
  },
};
