// Sends traces to an OpenTelemetry collector (OTLP). Loaded only if one is configured; no other file imports these packages.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import * as api from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ageMs } from '../async/ages.ts'
import type { Logger } from './log.ts'
import type { Span, Tracing } from './tracing.ts'

export interface TracingOptions {
  readonly version: string
  readonly log: Pick<Logger, 'warn'>
  readonly epochMs: () => number
}

/** Time to send the remaining spans on shutdown. */
const shutdownMs = 2_000

/** Interval of warnings about an unreachable collector. */
const warnEveryMs = 10 * 60_000

/** Maximum number of queued spans of about 1 KB each; further spans are dropped. A search may create a few hundred. */
const maxQueuedSpans = 8_192

type OtlpEnvironment = Readonly<Record<string, string | undefined>>

/** Creates tracing to the collector in the environment; the exporter reads its URL and headers from there itself. */
export function createOtlpTracing(environment: OtlpEnvironment, { version, ...parts }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: createResource(version),
    sampler: createSampler(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(parts), maxQueueSize: maxQueuedSpans })],
  })
  const tracer = provider.getTracer('trawl', version)
  // Our own storage instead of the library's global one: all spans start here, and each test has its own.
  const current = new AsyncLocalStorage<api.Context>()

  function startSpan(name: string, options: api.SpanOptions, parentContext: api.Context): Span {
    const span = tracer.startSpan(name, options, parentContext)
    const childContext = api.trace.setSpan(parentContext, span)
    return {
      traceId: span.spanContext().traceId,
      set: (attributes) => void span.setAttributes(attributes),
      startChild: (part, attributes) => startSpan(part, { kind: api.SpanKind.CLIENT, attributes }, childContext),
      run: (run) => current.run(childContext, run),
      end(failure) {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure)
          span.setStatus({ code: api.SpanStatusCode.ERROR })
        }
        span.end()
      },
    }
  }

  return {
    startServerSpan: (name, attributes, traceparent) =>
      startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parseTraceparent(traceparent)),
    startSpan: (name, attributes) => startSpan(name, { attributes }, current.getStore() ?? api.ROOT_CONTEXT),
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), pause(shutdownMs)])
    },
  }
}

function createResource(version: string) {
  const ownResource = resourceFromAttributes({ 'service.name': 'trawl', 'service.version': version })
  const configuredResource = detectResources({ detectors: [envDetector, serviceNameEnvDetector] })
  return defaultResource().merge(ownResource).merge(configuredResource)
}

/** Creates the exporter. Failures do not affect requests; they are logged at intervals, without the collector's URL and headers. */
function createExporter({ log, epochMs }: Omit<TracingOptions, 'version'>): SpanExporter {
  const exporter = new OTLPTraceExporter()
  let warnedAt = Number.NEGATIVE_INFINITY
  let lostSpans = 0
  const warnAboutFailure = (spans: number, error: unknown) => {
    lostSpans += spans
    if (ageMs(epochMs(), warnedAt) < warnEveryMs) return
    warnedAt = epochMs()
    const why = `the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not accept traces (${errorCode(error)})`
    log.warn(`${why}; ${lostSpans} spans are lost so far, everything else works; is the collector running?`)
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) warnAboutFailure(spans.length, result.error)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** An error code, like ECONNREFUSED or 401: messages contain URLs. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if ('code' in error && error.code !== undefined) return String(error.code)
  return errorCode(error.cause) === 'no reason given' ? error.name : errorCode(error.cause)
}

const traceparentForm = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** The parent context of a `traceparent` header (W3C Trace Context); the root context if it is malformed. */
function parseTraceparent(traceparent = ''): api.Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(traceparent.trim()) ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  if (!api.isSpanContextValid(parent) || traceparent.startsWith('ff')) return api.ROOT_CONTEXT
  return api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
}

/** Samplers by the value of OTEL_TRACES_SAMPLER, which the library does not read itself. */
const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

function createSampler(environment: OtlpEnvironment): Sampler {
  const { OTEL_TRACES_SAMPLER: named = '', OTEL_TRACES_SAMPLER_ARG: arg = '' } = environment
  const name = named.trim() === '' ? 'parentbased_always_on' : named.trim()
  const create = Object.hasOwn(samplers, name) ? samplers[name] : undefined
  if (!create) throw new Error(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}`)
  const ratio = arg.trim() === '' ? 1 : Number(arg)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return create(ratio)
}
