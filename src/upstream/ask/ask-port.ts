// The interface through which one ask uses the main process: exchanges, breakers, remembered values and mirrored files.
import type { UpstreamError } from '../errors.ts'
import { type AskContext, type ExchangeDependencies, exchange, type ReceivedReply } from '../net/exchange.ts'
import type { Init, Memo, MirroredFile } from '../source.ts'
import type { FileMirrors } from './file-mirror.ts'
import type { SourceMemory } from './source-memory.ts'

/** State of a source that outlives a single ask. */
export interface IoState {
  readonly source: string
  readonly memory: SourceMemory
  readonly fileMirrors: FileMirrors
}

/** How an exchange differs from the limits of its source. */
export interface ExchangeOptions {
  readonly maxAttempts?: number | undefined
  /** Leaves a refusal to the caller, who may report it: another way to this host may still be open. */
  readonly holdsBlocks?: boolean | undefined
}

/** One ask as seen by its Io; the same in the main process and in the parser process. */
export interface AskPort {
  /** Aborts when no caller waits for the ask. */
  readonly signal: AbortSignal
  readonly now: Date
  request(url: string, init: Init, options?: ExchangeOptions): Promise<ReceivedReply>
  /** Reports a failure to a host's breaker that the breaker could not see itself. */
  reportFailure(host: string, error: UpstreamError): void
  recall<T>(memo: Memo<T>): Promise<T>
  copy<T>(file: MirroredFile<T>, onOutdated: (error: unknown) => void, maxAttempts?: number): Promise<T>
}

/** Creates the port of an ask in the main process, which has the breakers. */
export function createAskPort(
  ask: AskContext,
  wire: ExchangeDependencies,
  { source, memory, fileMirrors }: IoState,
): AskPort & { retryAt(): { readonly retryAt?: number } } {
  const withOptions = ({ maxAttempts, holdsBlocks }: ExchangeOptions): AskContext =>
    maxAttempts === undefined ? ask : { ...ask, holdsBlocks, limits: { ...ask.limits, attempts: maxAttempts } }
  const failedHosts = new Set<string>()
  const breakerOf = (host: string) => wire.hosts.get(host, ask.limits.parallel).breaker
  return {
    signal: ask.signal,
    now: new Date(wire.epochMs()),
    async request(url, init, options = {}) {
      try {
        return await exchange(url, init, withOptions(options), wire)
      } catch (error) {
        if (URL.canParse(url)) failedHosts.add(new URL(url).host)
        throw error
      }
    },
    reportFailure(host, error) {
      failedHosts.add(host)
      const breaker = breakerOf(host)
      if (breaker.state() === 'closed') breaker.acquire().failed(error, ask.limits.blockedMs)
    },
    /** When the first failed host may be tried again (epoch milliseconds), if the breakers of all are open. */
    retryAt() {
      const waitsMs = [...failedHosts].map((host) => breakerOf(host).rejection()?.retryAfterMs ?? 0)
      return waitsMs.length === 0 || waitsMs.includes(0) ? {} : { retryAt: wire.epochMs() + Math.min(...waitsMs) }
    },
    recall: (memo) => memory.recall(source, ask.ignoresMemory ? { ...memo, forMs: 0 } : memo, ask.signal),
    copy: (file, onOutdated, maxAttempts) => fileMirrors.read(source, file, withOptions({ maxAttempts }), onOutdated),
  }
}
