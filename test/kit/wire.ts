// The parts below an ask, for tests: fixed random numbers, a settable clock, small limits, names that resolve to loopback.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createMetrics } from '../../src/observability/metrics.ts'
import { createMemoryAnswers } from '../../src/store/memory/tiered-answers.ts'
import { type AskDependencies, createAsker } from '../../src/upstream/ask/ask.ts'
import { createFileMirrors, type FileMirrors, type MirrorStorage } from '../../src/upstream/ask/file-mirror.ts'
import { createIo as createAskIo, type IoState } from '../../src/upstream/ask/io.ts'
import { createSourceMemory, type SourceMemory } from '../../src/upstream/ask/source-memory.ts'
import type { AnswerCache } from '../../src/upstream/cache/answer-entry.ts'
import { createVersionCounters } from '../../src/upstream/cache/versions.ts'
import { createUpstreamHosts } from '../../src/upstream/host/hosts.ts'
import { createCallers } from '../../src/upstream/host/queue.ts'
import { createAskBudget } from '../../src/upstream/net/ask-budget.ts'
import type { AskContext, ExchangeDependencies, ReceivedReply } from '../../src/upstream/net/exchange.ts'
import { createProxyChoice, type ProxySettings } from '../../src/upstream/net/proxy-rules.ts'
import type { DnsLookup } from '../../src/upstream/net/ssrf-guard.ts'
import { createTransport, type Transport } from '../../src/upstream/net/transport.ts'
import { defaultLimits, type Limits, type Source } from '../../src/upstream/source.ts'
import { createUpstream, type UpstreamOptions } from '../../src/upstream/upstream.ts'

/** Options of the wire. */
export interface WireOptions {
  readonly ca?: string
  readonly gateway?: URL
  readonly proxies?: ProxySettings
  readonly isContainer?: boolean
  readonly privateHosts?: readonly string[]
  readonly lookup?: DnsLookup
  readonly epochMs?: () => number
  readonly random?: () => number
}

/** A clock that stands until it is moved. */
export function makeClock(start = Date.UTC(2026, 10, 20)) {
  let at = start
  return {
    epochMs: () => at,
    advance: (ms: number) => {
      at += ms
    },
  }
}

/** Host names that all resolve to this machine. */
const names = ['127.0.0.1', 'localhost', 'a.site.test', 'b.site.test', 'c.site.test']

const toLoopback: DnsLookup = (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }])

/**
 * Creates a transport that ends with the test. Only the names above may resolve to loopback, unless the options say
 * otherwise.
 */
export function makeTransport(options: WireOptions = {}): Transport {
  const transport = createTransport({
    proxyFor: createProxyChoice(options.proxies ?? {}),
    allowance: { hosts: new Set(options.privateHosts ?? names), ranges: [] },
    lookup: options.lookup ?? toLoopback,
    isContainer: options.isContainer ?? false,
    ...(options.gateway ? { gateway: options.gateway } : {}),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  onTestFinished(() => transport.close())
  return transport
}

/** A transport that asks a stand-in for all sites. */
export function gatewayTransport(url: string): Transport {
  return createTransport({ gateway: new URL(url), proxyFor: () => undefined })
}

/** Creates an upstream service with empty stores and a silent log; `parts` replace its parts. */
export function makeUpstream(parts: Partial<UpstreamOptions> = {}) {
  const { epochMs = Date.now, metrics = createMetrics(), transport = makeTransport() } = parts
  const stores = { answers: createMemoryAnswers(50_000_000, epochMs), fileStorage: createMemoryFiles() }
  const log = pino({ level: 'silent' })
  const upstream = createUpstream({ ...stores, log, random: () => 0, ...parts, epochMs, metrics, transport })
  return { upstream, metrics }
}

/** Creates a wire with the shortest back-off; time is real unless a clock is given. */
export function makeWire(options: WireOptions = {}): ExchangeDependencies {
  const epochMs = options.epochMs ?? Date.now
  return {
    transport: makeTransport(options),
    hosts: createUpstreamHosts(epochMs),
    metrics: createMetrics(),
    epochMs,
    monotonicMs: epochMs,
    random: options.random ?? (() => 0),
    activeMs: () => 0,
  }
}

/** An empty store, large enough for a test. */
export function makeAnswers(epochMs: () => number = Date.now): AnswerCache {
  return createMemoryAnswers(1_000_000, epochMs)
}

/** A shelf in memory. */
export function createMemoryFiles(): MirrorStorage & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    read: async (name) => files.get(name),
    write: (name, bytes) => void files.set(name, bytes),
  }
}

/** Empty stores for the values that outlast an ask. */
export function makeKeeping(wire: ExchangeDependencies): { memory: SourceMemory; fileMirrors: FileMirrors } {
  return {
    memory: createSourceMemory(wire.epochMs),
    fileMirrors: createFileMirrors(createMemoryFiles(), wire, { warn: () => undefined }),
  }
}

/** Creates an asker with empty stores, over a clock that stands; `parts` replace its parts. */
export function makeAsker(parts: Partial<AskDependencies> = {}, clock = makeClock()) {
  const wire = makeWire(clock)
  const own = { versions: createVersionCounters(), answers: makeAnswers(clock.epochMs) }
  const logged: unknown[] = []
  const log = { error: (...args: readonly unknown[]) => void logged.push(args) }
  const asker = createAsker({ ...own, log, ...makeKeeping(wire), ...wire, ...parts })
  return { ...own, asker, clock, wire, logged }
}

/** Creates the context of one ask. */
export function makeAsk(limits: Partial<Limits> = {}, more: Partial<AskContext> = {}): AskContext {
  const all = { ...defaultLimits, ...limits }
  return {
    limits: all,
    signal: new AbortController().signal,
    callers: createCallers(),
    budget: createAskBudget(all.askMs, Date.now),
    ...more,
  }
}

/** A source that asks one page and returns its text as its only item. */
export function pageSource(id: string, url: string, limits: Partial<Limits> = {}): Source<string, string> {
  return { id, home: url, limits, ask: async (query, io) => [await io.text(`${url}?q=${encodeURIComponent(query)}`)] }
}

/** The body of a reply. */
export function textOf({ bytes }: Pick<ReceivedReply, 'bytes'>): string {
  return Buffer.from(bytes).toString()
}

/** Returns the rejection of a promise. @throws when it resolves. */
export async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  const failed = await asked.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failed) throw new Error('should have failed')
  return failed.error
}

/** The Io of one ask, and what it tolerated. */
export function createIo(ask: AskContext, wire: ExchangeDependencies, state: IoState) {
  const { tolerated, ...asked } = createAskIo(ask, wire, state)
  return {
    ...asked,
    partialFailure: () => tolerated.partialFailure?.error,
    skippedUpstream: () => tolerated.skippedUpstream?.error,
  }
}

/** Watches the turns of the event loop until the test ends; `byTurn` is what was recorded in each turn that has something. */
export function watchTurns<Done>() {
  const turns: Done[][] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const begin = () => {
    turns.push([])
    if (!isOver) setImmediate(begin)
  }
  begin()
  return {
    record: (done: Done) => void turns.at(-1)?.push(done),
    byTurn: () => turns.filter(({ length }) => length > 0),
  }
}
