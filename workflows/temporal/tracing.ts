import { createRequire } from 'node:module';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { OpenTelemetryWorkflowExporter } from '@temporalio/interceptors-opentelemetry';
import type { InjectedSink, WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';

/** The only file that knows OpenTelemetry. Its packages are optional and are loaded when traces are wanted. */

const ignore = () => undefined;

/** What a worker needs to be traced. Dispose to send what is left. */
export interface Tracing extends AsyncDisposable {
  /** Go into the bundle of workflows. */
  workflowModules: string[];
  worker: Required<Pick<WorkerOptions, 'interceptors' | 'sinks'>>;
}

/**
 * Starts to send traces of workflows and activities by OTLP/HTTP, to where OTEL_EXPORTER_OTLP_ENDPOINT says; the
 * other variables of OpenTelemetry hold as well, OTEL_SERVICE_NAME for one. A receiver that fails is warned of and
 * disturbs no work. Throws a plain message when a package is missing.
 */
export async function startTracing(log: Logger): Promise<Tracing> {
  const { api, exporter, resources, sdk, temporal } = await loadPackages();
  const warn = (message: string, ...details: unknown[]) =>
    log.warn({ details }, `OpenTelemetry: ${message.slice(0, 1_000)}`);
  api.diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });
  const resource = new resources.Resource({ 'service.name': 'commerce-index-worker' }).merge(
    resources.detectResourcesSync({ detectors: [resources.envDetectorSync] }),
  );
  const processor = new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter());
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  const tracer = provider.getTracer('commerce-index');
  return {
    workflowModules: tracedWorkflowModules(),
    worker: {
      interceptors: {
        client: { workflow: [new temporal.OpenTelemetryWorkflowClientInterceptor({ tracer })] },
        activity: [
          (context) => ({
            inbound: new temporal.OpenTelemetryActivityInboundInterceptor(context, { tracer }),
          }),
        ],
      },
      sinks: {
        exporter: withoutQueries(temporal.makeWorkflowExporter(processor as SpanProcessor, resource)),
      },
    },
    [Symbol.asyncDispose]: () =>
      provider
        .shutdown()
        .catch((error: unknown) => log.warn({ error }, 'OpenTelemetry: the last traces were not sent')),
  };
}

/** Every command that waits asks each second how far the work is; those answers would bury the work itself. */
function withoutQueries({
  export: sink,
}: InjectedSink<OpenTelemetryWorkflowExporter>): InjectedSink<OpenTelemetryWorkflowExporter> {
  return {
    export: {
      ...sink,
      fn: (info, spans) =>
        sink.fn(
          info,
          spans.filter(({ name }) => !name.startsWith('HandleQuery:')),
        ),
    },
  };
}

/** Modules that carry a trace through workflows, for their bundle. */
export function tracedWorkflowModules(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return [resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js')];
}

async function loadPackages() {
  try {
    const [api, exporter, resources, sdk, temporal] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
      import('@temporalio/interceptors-opentelemetry'),
    ]);
    return { api, exporter, resources, sdk, temporal };
  } catch (error) {
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but a package that sends traces is missing (${error instanceof Error ? error.message : String(error)}); run \`npm ci\` with optional packages, or unset the variable`,
      { cause: error },
    );
  }
}
