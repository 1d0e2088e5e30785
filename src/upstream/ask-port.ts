// The interface through which one ask uses the main process: exchanges, breakers, remembered values and mirrored files.
import PQueue from 'p-queue'
import type { Copies } from './copies.ts'
import type { UpstreamError } from './errors.ts'
import { type AskContext, exchange, type Received, type Wire } from './exchange.ts'
import type { Memory } from './memory.ts'
import type { CopiedFile, Init, Memo } from './source.ts'

/** State of a source that outlives a single ask. */
export interface Keeping {
  readonly source: string
  readonly memory: Memory
  readonly copies: Copies
}

/** One ask as seen by its Io; the same in the main process and in the parser process. */
export interface AskPort {
  /** Aborts when no caller waits for the ask. */
  readonly signal: AbortSignal
  readonly now: Date
  /** Runs one exchange, with at most `maxAttempts` attempts if given. */
  received(url: string, init: Init, maxAttempts?: number): Promise<Received>
  /** Reports a failure to a host's breaker that the breaker could not see itself. */
  failedAt(host: string, error: UpstreamError): void
  recall<T>(memo: Memo<T>): Promise<T>
  copy<T>(file: CopiedFile<T>, lacking: (error: unknown) => void, maxAttempts?: number): Promise<T>
}

/** The port in the main process, which has the breakers. */
interface MainAskPort extends AskPort {
  /**
   * When the first of the failed hosts may be tried again (epoch milliseconds); undefined unless the breakers of all of
   * them are open.
   */
  retryAt(): number | undefined
}

/** Creates the port of an ask in the main process. */
export function createAskPort(ask: AskContext, wire: Wire, { source, memory, copies }: Keeping): MainAskPort {
  // Limits the ask to attempts that can start: one with many detail pages would otherwise occupy slots of its request.
  const lane = new PQueue({ concurrency: ask.limits.parallel })
  const within = (maxAttempts: number | undefined): AskContext =>
    maxAttempts === undefined ? ask : { ...ask, limits: { ...ask.limits, attempts: maxAttempts } }
  const failedHosts = new Set<string>()
  const breakerOf = (host: string) => wire.hosts.at(host, ask.limits.parallel).breaker
  return {
    signal: ask.signal,
    now: new Date(wire.epochMs()),
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
      if (breaker.state() === 'closed') breaker.enter().failed(error)
    },
    retryAt() {
      const rests = [...failedHosts].map((host) => breakerOf(host).rest()?.retryAfterMs ?? 0)
      return rests.length === 0 || rests.includes(0) ? undefined : wire.epochMs() + Math.min(...rests)
    },
    recall: (memo) => memory.recall(source, ask.anew ? { ...memo, forMs: 0 } : memo, ask.signal),
    copy: (file, lacking, maxAttempts) => copies.read(source, file, within(maxAttempts), lacking),
  }
}
