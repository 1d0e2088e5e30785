// What the Io of an ask needs of the main process: exchanges, breakers, and what its source keeps between asks.
import PQueue from 'p-queue'
import type { Copies } from './copies.ts'
import type { UpstreamError } from './errors.ts'
import { type AskContext, exchange, type Received, type Wire } from './exchange.ts'
import type { Memory } from './memory.ts'
import type { CopiedFile, Init, Memo } from './source.ts'

/** What outlasts an ask and belongs to its source. */
export interface Keeping {
  readonly source: string
  readonly memory: Memory
  readonly copies: Copies
}

/** One ask as its Io sees it, in whichever process that is. */
export interface AskPort {
  /** Aborts when nobody waits for the ask any more. */
  readonly signal: AbortSignal
  readonly now: Date
  /** Makes one exchange, with at most so many attempts where that is said. */
  received(url: string, init: Init, maxAttempts?: number): Promise<Received>
  /** Tells the breaker of a host of a failure that it did not see. */
  failedAt(host: string, error: UpstreamError): void
  recall<T>(memo: Memo<T>): Promise<T>
  copy<T>(file: CopiedFile<T>, lacking: (error: unknown) => void, maxAttempts?: number): Promise<T>
}

/** The port of the main process, which knows the breakers. */
interface MainAskPort extends AskPort {
  /** When one of the hosts that failed may be asked again, if all of them are left alone (epoch milliseconds). */
  retryAt(): number | undefined
}

/** Makes the port of an ask over what carries exchanges and keeps things: the main process's. */
export function createAskPort(ask: AskContext, wire: Wire, { source, memory, copies }: Keeping): MainAskPort {
  // An ask with many details would else hold slots of its request for attempts that cannot begin yet.
  const lane = new PQueue({ concurrency: ask.limits.parallel })
  const within = (maxAttempts: number | undefined): AskContext =>
    maxAttempts === undefined ? ask : { ...ask, limits: { ...ask.limits, attempts: maxAttempts } }
  const failedHosts = new Set<string>()
  const breakerOf = (host: string) => wire.hosts.at(host, ask.limits.parallel).breaker
  return {
    signal: ask.signal,
    now: new Date(wire.now()),
    async received(url, init, maxAttempts) {
      try {
        return await lane.add(() => exchange(url, init, within(maxAttempts), wire), { signal: ask.signal })
      } catch (error) {
        if (URL.canParse(url)) failedHosts.add(new URL(url).host)
        throw error
      }
    },
    failedAt(host, error) {
      failedHosts.add(host)
      const breaker = breakerOf(host)
      if (breaker.state() === 'shut') breaker.enter().failed(error)
    },
    retryAt() {
      const rests = [...failedHosts].map((host) => breakerOf(host).rest()?.retryAfterMs ?? 0)
      return rests.length === 0 || rests.includes(0) ? undefined : wire.now() + Math.min(...rests)
    },
    recall: (memo) => memory.recall(source, ask.anew ? { ...memo, forMs: 0 } : memo, ask.signal),
    copy: (file, lacking, maxAttempts) => copies.read(source, file, within(maxAttempts), lacking),
  }
}
