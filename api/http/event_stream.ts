import { once } from 'node:events';
import { rateLimitHeader } from './limits.ts';
import type { StreamReply } from './operation.ts';
import { type Exchange, type Service, setCallHeaders } from './service.ts';

/** Proxies close what is silent for longer. */
const HEARTBEAT_MS = 15_000;

/**
 * Sends a stream that ends when the client leaves, its key is no longer good, or the server closes. `write` says
 * whether the client takes more; what it does not take is bounded by the socket's own buffer.
 */
export function sendStream(service: Service, { request, reply, call }: Exchange, stream: StreamReply): void {
  setCallHeaders(service, reply, call, rateLimitHeader(call.allowance));
  reply
    .header('content-type', stream.contentType)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no');
  if (request.method === 'HEAD') {
    reply.send();
    return;
  }
  reply.hijack();
  const { raw } = reply;
  const headers = reply.getHeaders();
  raw.writeHead(200, headers as Record<string, string | number | string[]>);
  raw.flushHeaders();
  const gone = new AbortController();
  let stop: () => void = () => undefined;
  const close = () => {
    clearInterval(beat);
    service.streams.delete(end);
    gone.abort();
    stop();
  };
  const end = () => {
    close();
    // Who reads no more would never see the end either.
    if (raw.writableNeedDrain) raw.destroy();
    else raw.end();
  };
  const beat = setInterval(() => {
    if (!isGood(service, request.headers)) end();
    else if (!raw.writableNeedDrain) raw.write(':\n\n');
  }, service.settings.heartbeat_ms ?? HEARTBEAT_MS);
  service.streams.add(end);
  raw.once('close', close);
  stop = stream.start({
    write: (text) => gone.signal.aborted || raw.write(text),
    drained: async () => {
      if (raw.writableNeedDrain) await once(raw, 'drain', { signal: gone.signal }).catch(() => undefined);
    },
    fail: (error) => {
      service.log.error({ err: error, request_id: request.id }, 'stream failed');
      end();
    },
  });
}

function isGood({ keys, settings }: Service, headers: Parameters<Service['keys']['find']>[0]): boolean {
  try {
    return keys.find(headers, settings.now().getTime()) !== null;
  } catch {
    return false;
  }
}
