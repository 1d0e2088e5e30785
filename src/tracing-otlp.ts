// Traces sent to a collector by the protocol of OpenTelemetry. The only file that knows its packages, and loaded only where there is a collector.
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
import type { Logger } from './log.ts'
import type { Span, Tracing } from './tracing.ts'

export interface TracingParts {
  readonly version: string
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A stop waits so long for what is left to be sent. */
const lastSpansMs = 2_000

/** That the collector does not answer is said so often. */
const warnEveryMs = 10 * 60_000

/** So many spans wait to be sent, about 1 KB each; those of a search may be a few hundred. What is more is let go. */
const mostWaiting = 8_192

type Environment = Readonly<Record<string, string | undefined>>

/** Makes tracing that sends to the collector of the environment; where it is and what it wants to be told, the exporter reads from there itself. */
export function openOtlp(environment: Environment, { version, ...parts }: TracingParts): Tracing {
  const provider = new TracerProvider({
    resource: resourceOf(version),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(parts), maxQueueSize: mostWaiting })],
  })
  const tracer = provider.getTracer('trawl', version)
  // Our own in the place of the library's global one: what is traced is all begun here, and tests have one each.
  const current = new AsyncLocalStorage<api.Context>()

  function begin(name: string, options: api.SpanOptions, within: api.Context): Span {
    const span = tracer.startSpan(name, options, within)
    const inside = api.trace.setSpan(within, span)
    return {
      traceId: span.spanContext().traceId,
      set: (attributes) => void span.setAttributes(attributes),
      call: (part, attributes) => begin(part, { kind: api.SpanKind.CLIENT, attributes }, inside),
      around: (run) => current.run(inside, run),
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
    serve: (name, attributes, traceparent) =>
      begin(name, { kind: api.SpanKind.SERVER, attributes }, contextOf(traceparent)),
    begin: (name, attributes) => begin(name, { attributes }, current.getStore() ?? api.ROOT_CONTEXT),
    async close() {
      await Promise.race([provider.shutdown().catch(() => undefined), pause(lastSpansMs)])
    },
  }
}

function resourceOf(version: string) {
  const ours = resourceFromAttributes({ 'service.name': 'trawl', 'service.version': version })
  const theirs = detectResources({ detectors: [envDetector, serviceNameEnvDetector] })
  return defaultResource().merge(ours).merge(theirs)
}

/** Sends spans. Whether the collector takes them is no matter for those who are answered meanwhile: it is said now and then, without its address and what it is told. */
function createExporter({ log, now }: Omit<TracingParts, 'version'>): SpanExporter {
  const exporter = new OTLPTraceExporter()
  let saidAt = Number.NEGATIVE_INFINITY
  let lost = 0
  const note = (spans: number, error: unknown) => {
    lost += spans
    if (now() - saidAt < warnEveryMs) return
    saidAt = now()
    const why = `OTEL_EXPORTER_OTLP_ENDPOINT does not take traces (${reasonOf(error)})`
    log.warn(`${why}; ${lost} spans are lost so far, all else works; is the collector running?`)
  }
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) note(spans.length, result.error)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** A code, like ECONNREFUSED or 401: messages hold addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if ('code' in error && error.code !== undefined) return String(error.code)
  return reasonOf(error.cause) === 'no reason given' ? error.name : reasonOf(error.cause)
}

const traceparentForm = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** What a request is a part of, by its `traceparent` (W3C Trace Context); nothing if that cannot be read. */
function contextOf(traceparent = ''): api.Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(traceparent.trim()) ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  if (!api.isSpanContextValid(parent) || traceparent.startsWith('ff')) return api.ROOT_CONTEXT
  return api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
}

/** The samplers that OTEL_TRACES_SAMPLER names; the library leaves reading it to us. */
const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

function samplerOf({ OTEL_TRACES_SAMPLER: named = '', OTEL_TRACES_SAMPLER_ARG: arg = '' }: Environment): Sampler {
  const name = named.trim() === '' ? 'parentbased_always_on' : named.trim()
  const create = Object.hasOwn(samplers, name) ? samplers[name] : undefined
  if (!create) throw new Error(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}`)
  const ratio = arg.trim() === '' ? 1 : Number(arg)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return create(ratio)
}
