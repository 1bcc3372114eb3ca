import { Deliverer, type DeliverySettings } from './deliverer.ts';
import { DueEndpoints } from './due_endpoints.ts';

export type { DeliverySettings } from './deliverer.ts';

/**
 * Delivers what waits in the state, until disposed. What it does not know it can lose: a process that dies leaves its
 * claims, which others take once they are over, so every delivery is attempted at least once and some may be twice,
 * under the same id. Endpoints have lanes of their own: one that is slow holds up none but itself.
 */
export class DeliveryEngine implements AsyncDisposable {
  readonly #deliverer: Deliverer;
  readonly #endpoints: DueEndpoints;

  constructor(settings: DeliverySettings) {
    this.#deliverer = new Deliverer(settings);
    this.#endpoints = new DueEndpoints({
      ...settings,
      serve: (endpoint, signal) => this.#deliverer.deliver(endpoint, { signal }),
    });
  }

  /** Claims nothing more and waits for the attempts under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#endpoints[Symbol.asyncDispose]();
    await this.#deliverer[Symbol.asyncDispose]();
  }
}
