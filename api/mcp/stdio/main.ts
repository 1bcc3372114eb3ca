#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  Client,
  ProtocolError as Refused,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { type CallToolResult, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The tools of a running index over stdio. Which there are, and what they do, the index says. */

const USAGE = `Usage: npx -y @service/mcp [ADDRESS]

The tools of a running commerce index, over stdio, for an agent's host.

  ADDRESS              where the index listens; else COMMERCE_INDEX_URL, else http://127.0.0.1:8080
  COMMERCE_INDEX_KEY   an API key of the index with the scope read
  --version, --help
`;

interface PackageFile {
  name: string;
  version: string;
}
const { name, version } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as PackageFile;

/** Ends with this mistake of whoever starts the program. */
function refuse(mistake: string): never {
  process.stderr.write(`${name}: ${mistake}\n\n${USAGE}`);
  process.exit(2);
}

function settings(): { address: string; key: string } {
  const { values, positionals } = parsed();
  if (values.version || values.help) {
    process.stdout.write(values.version ? `${version}\n` : USAGE);
    process.exit(0);
  }
  const { COMMERCE_INDEX_URL, COMMERCE_INDEX_KEY } = process.env;
  const address = positionals[0] ?? COMMERCE_INDEX_URL ?? 'http://127.0.0.1:8080';
  if (!/^https?:\/\/./i.test(address) || !URL.canParse(address))
    refuse(`${JSON.stringify(address)} is no http(s) address`);
  if (!COMMERCE_INDEX_KEY) refuse('COMMERCE_INDEX_KEY is not set');
  return { address, key: COMMERCE_INDEX_KEY };
}

function parsed() {
  try {
    const options = { version: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** The index, connected to when it is first asked for, and again after it could not be reached. */
class RemoteIndex {
  readonly #endpoint: URL;
  readonly #key: string;
  #client: Promise<Client> | null = null;

  constructor(address: string, key: string) {
    this.#endpoint = new URL('mcp', address.endsWith('/') ? address : `${address}/`);
    this.#key = key;
  }

  connected(): Promise<Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  /** Why it could not be asked, in words for a model and the person behind it. */
  trouble(error: unknown): string {
    const status: unknown = Reflect.get(Object(error), 'status') ?? Reflect.get(Object(error), 'code');
    const reason =
      status === 401 || status === 403
        ? 'it does not take the key of COMMERCE_INDEX_KEY'
        : `${[(error as Error).message, causeOf(error)].filter(Boolean).join(': ')}; is it running, and is the address right?`;
    return `the commerce index at ${this.#endpoint.origin} could not be asked: ${reason}`;
  }

  async #connect(): Promise<Client> {
    const client = new Client({ name, version }, { versionNegotiation: { mode: 'auto' } });
    const headers = { authorization: `Bearer ${this.#key}` };
    await client.connect(new StreamableHTTPClientTransport(this.#endpoint, { requestInit: { headers } }));
    return client;
  }
}

function causeOf(error: unknown): string {
  const cause = (error as Error).cause;
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : '';
}

/** A server with the tools of the index. One that is down is told at each call, not by not starting. */
async function server(index: RemoteIndex): Promise<Server> {
  const instructions = await index.connected().then(
    (client) => client.getInstructions(),
    () => undefined,
  );
  const made = new Server(
    { name, title: 'Commerce index', version },
    { capabilities: { tools: {} }, ...(instructions && { instructions }) },
  );
  made.setRequestHandler('tools/list', async () => {
    const client = await index.connected().catch((error: unknown) => {
      throw new Error(index.trouble(error));
    });
    const { tools } = await client.listTools();
    return { tools };
  });
  made.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    try {
      const client = await index.connected();
      const { name: tool, arguments: values = {} } = params;
      const result = await client.callTool({ name: tool, arguments: values }, { signal: mcpReq.signal });
      const { content, structuredContent, isError } = result;
      const structured = structuredContent === undefined ? {} : { structuredContent };
      return { content, ...structured, ...(isError && { isError }) };
    } catch (error) {
      // What the index itself says of the call is passed on as it is.
      if (error instanceof Refused) throw new ProtocolError(error.code, error.message);
      return { content: [{ type: 'text', text: index.trouble(error) }], isError: true };
    }
  });
  return made;
}

const { address, key } = settings();
const index = new RemoteIndex(address, key);
serveStdio(() => server(index), {
  onerror: (error) => process.stderr.write(`${name}: ${error.message}\n`),
});
