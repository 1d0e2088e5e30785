// Logs failed authentication with the full client address, for tools that ban addresses (fail2ban).
import type { Logger } from '../../observability/log.ts'
import { normalizeIp } from '../access/ip-ranges.ts'

export type FailedAuthLog = ReturnType<typeof createFailedAuthLog>

const windowMs = 60_000

/** Log lines per address, and in total, per window: password guessing must not fill the disk. */
const maxLinesPerAddress = 10
const maxLines = 300

const descriptions = {
  login: 'a login: the username or the password is wrong',
  token: 'a key or a token that is wrong',
  code: 'a wrong code for becoming the owner',
}

export function createFailedAuthLog(log: Pick<Logger, 'warn'>, monotonicMs: () => number) {
  let windowStartedAt = Number.NEGATIVE_INFINITY
  let lineCount = 0
  let suppressed = 0
  const linesByAddress = new Map<string, number>()

  function startWindow(): void {
    if (suppressed > 0) log.warn(`refused ${suppressed} more logins, keys and tokens (not logged one by one)`)
    windowStartedAt = monotonicMs()
    lineCount = 0
    suppressed = 0
    linesByAddress.clear()
  }

  return {
    /** Records a wrong password, key, token or code sent from this address. */
    record(credential: keyof typeof descriptions, address: string): void {
      if (monotonicMs() - windowStartedAt >= windowMs) startWindow()
      const ip = normalizeIp(address) ?? ''
      const addressLines = linesByAddress.get(ip) ?? 0
      if (addressLines >= maxLinesPerAddress || lineCount >= maxLines) {
        suppressed += 1
        return
      }
      lineCount += 1
      linesByAddress.set(ip, addressLines + 1)
      log.warn({ ip }, `refused ${descriptions[credential]}`)
    },
  }
}
