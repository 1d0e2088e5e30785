// Logs who sent a wrong password or a wrong token, with the whole address, for what bans such addresses (fail2ban).
import type { Logger } from '../log.ts'
import { addressOf } from './addresses.ts'

export interface RefusalLog {
  /** Somebody at this address sent a wrong password to a login, or a wrong key or token. */
  refused(what: 'login' | 'token', address: string): void
}

export interface RefusalLogParts {
  readonly log: Pick<Logger, 'warn'>
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

const windowMs = 60_000

/** Lines of one address, and of all together, in one window: somebody who tries passwords is not to fill a disk. */
const maxLinesPerAddress = 10
const maxLines = 300

const words = { login: 'a login: the username or the password is wrong', token: 'a key or a token that is wrong' }

/** Makes it, with nothing logged yet. */
export function createRefusalLog({ log, now }: RefusalLogParts): RefusalLog {
  let windowBegan = Number.NEGATIVE_INFINITY
  let lines = 0
  let unsaid = 0
  const linesOf = new Map<string, number>()

  function begin(): void {
    if (unsaid > 0) log.warn(`refused ${unsaid} more logins, keys and tokens without a line of their own`)
    windowBegan = now()
    lines = 0
    unsaid = 0
    linesOf.clear()
  }

  return {
    refused(what, address) {
      if (now() - windowBegan >= windowMs) begin()
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
