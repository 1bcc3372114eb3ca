import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import { ApiError, ERRORS, type ErrorCode, type Problem } from '../http/errors.ts';
import type { Tool, ToolRequest } from './tools.ts';

const INSTRUCTIONS =
  'A commerce index: one product, the offers of every seller. Fields ending in _minor are integers in the currency’s smallest unit. A reference (`ref`, `id`) is a GTIN, UPC, EAN, ISBN, ASIN, <seller>:<sku>, product link, prd_/var_/off_ id, or plain language that fits one product clearly; where it is not clear, search first. `landed` is price and delivery together; offers are ranked by it. A price’s verdict is excellent, good, typical, poor, or flat where it never moved.';

/** How long a client may keep the list of tools, which changes with the program only. */
const LIST_TTL_MS = 3_600_000;

/** What the index answered: an HTTP status and the JSON body. */
export interface IndexAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Asks the index itself. */
export type AskIndex = (request: ToolRequest, signal: AbortSignal) => Promise<IndexAnswer>;

/** A server of the Model Context Protocol with these tools, of either era; calls become requests to the index. */
export function agentServer(tools: readonly Tool[], ask: AskIndex): Server {
  const server = new Server(
    { name: packageFile.name, title: 'Commerce index', version: packageFile.version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) {
      const names = tools.map(({ name }) => name).join(', ');
      const message = `there is no tool ${JSON.stringify(params.name.slice(0, 80))}; there are ${names}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    try {
      return resultOf(await ask(tool.request(params.arguments ?? {}), mcpReq.signal));
    } catch (error) {
      if (error instanceof ApiError) return mistakeOf(`${error.code}: ${error.message}`);
      throw error;
    }
  });
  return server;
}

function listed({ name, description, inputSchema, outputSchema }: Tool) {
  return {
    name,
    description,
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: true },
  };
}

/** Both as text and structured: hosts show their model one or the other. */
function resultOf({ status, body }: IndexAnswer): CallToolResult {
  if (status === 200) {
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body };
  }
  return mistakeOf(mistakeText(body as Problem));
}

function mistakeOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** What was wrong, what to do, and what was close, for a model to mend its next call by. */
function mistakeText({ code, detail, request_id, suggestions }: Problem): string {
  const { remedy } = ERRORS[code satisfies ErrorCode];
  const close = Array.isArray(suggestions) && suggestions.length > 0;
  return [
    `${code}: ${detail}`,
    ...(detail.includes(remedy) ? [] : [remedy]),
    ...(close ? [`Suggestions: ${JSON.stringify(suggestions)}`] : []),
    `(${request_id})`,
  ].join('\n');
}
