import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { SEARCH_ATTRIBUTES } from './protocol.ts';

/** Environment variables, by Temporal's own convention (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_…, TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE). */
export type TemporalEnvironment = Readonly<Record<string, string | undefined>>;

const DEFAULT_ADDRESS = '127.0.0.1:7233';

/** Where the server is and how to reach it. Throws a plain message when the settings contradict each other. */
export function connectionSettings(env: TemporalEnvironment) {
  const defined = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: defined });
    return {
      options: { ...connectionOptions, address: connectionOptions.address ?? DEFAULT_ADDRESS },
      namespace: namespace ?? 'default',
    };
  } catch (error) {
    throw new Error(
      `the Temporal settings (TEMPORAL_… variables or its configuration file) cannot be used: ${messageOf(error)}`,
      { cause: error },
    );
  }
}

/** A client connection that can be closed. */
export interface OpenedClient extends AsyncDisposable {
  client: Client;
  namespace: string;
  address: string;
}

/** Connects. Throws a plain message with the address when nobody answers there. */
export async function openClient(env: TemporalEnvironment): Promise<OpenedClient> {
  const { options, namespace } = connectionSettings(env);
  const { address } = options;
  try {
    const connection = await Connection.connect({ ...options, connectTimeout: '10 seconds' });
    const client = new Client({ connection, namespace });
    return { client, namespace, address, [Symbol.asyncDispose]: () => connection.close() };
  } catch (error) {
    throw unreachable(address, error);
  }
}

/** Tells where nobody answered and what to do. */
export function unreachable(address: string, error: unknown): Error {
  return new Error(
    `no Temporal server answers at ${address} (${messageOf(error)}); start one with \`npx commerce-index temporal\`, or set TEMPORAL_ADDRESS`,
    { cause: error },
  );
}

/** Adds our search attributes where they are missing. False when the server does not let us: then memos must do. */
export async function ensureSearchAttributes({ client, namespace }: OpenedClient): Promise<boolean> {
  const types = { KEYWORD: 2, INT: 3 } as const;
  const { operatorService } = client.connection as Connection;
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = Object.values(SEARCH_ATTRIBUTES).filter((key) => !(key.name in (customAttributes ?? {})));
    if (missing.length > 0)
      await operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map((key) => [key.name, types[key.type]])),
      });
    return true;
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
