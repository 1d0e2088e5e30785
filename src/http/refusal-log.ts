// Logs failed authentication with the full client address, for tools that ban addresses (fail2ban).
import type { Logger } from '../log.ts'
import { addressOf } from './addresses.ts'

export interface RefusalLog {
  /** Records a wrong password, key or token sent from this address. */
  refused(what: 'login' | 'token', address: string): void
}

export interface RefusalLogParts {
  readonly log: Pick<Logger, 'warn'>
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

const windowMs = 60_000

/** Log lines per address, and in total, per window: password guessing must not fill the disk. */
const maxLinesPerAddress = 10
const maxLines = 300

const words = { login: 'a login: the username or the password is wrong', token: 'a key or a token that is wrong' }

/** Creates the log. */
export function createRefusalLog({ log, monotonicMs }: RefusalLogParts): RefusalLog {
  let windowBegan = Number.NEGATIVE_INFINITY
  let lines = 0
  let unsaid = 0
  const linesOf = new Map<string, number>()

  function begin(): void {
    if (unsaid > 0) log.warn(`refused ${unsaid} more logins, keys and tokens (not logged one by one)`)
    windowBegan = monotonicMs()
    lines = 0
    unsaid = 0
    linesOf.clear()
  }

  return {
    refused(what, address) {
      if (monotonicMs() - windowBegan >= windowMs) begin()
      const ip = addressOf(address) ?? ''
      const own = linesOf.get(ip) ?? 0
      if (own >= maxLinesPerAddress || lines >= maxLines) {
        unsaid += 1
        return
      }
      lines += 1
      linesOf.set(ip, own + 1)
      log.warn({ ip }, `refused ${words[what]}`)
    },
  }
}
