// Throttles password attempts by rate limits: for each client network, and for each user name.
import { createNetworkNamer } from '../access/ip-ranges.ts'
import { createRateLimits, type RateLimitCharge, type RateLimits, type RateRules } from '../access/rate-limits.ts'
import { RequestError } from '../errors.ts'

const minuteMs = 60_000

/** Attempts that succeed use up none of the first three. */
const rates: RateRules = new Map([
  // One client that tries many names and passwords from one network.
  ['network', { count: 10, perMs: 15 * minuteMs }],
  // Many clients that try passwords of one name. A single network cannot lock the owner out: it may try less often than this.
  ['user', { count: 15, perMs: 15 * minuteMs }],
  // A user on a network with an earlier login, in place of the two above: attempts from elsewhere do not affect this one.
  ['known user', { count: 10, perMs: 10 * minuteMs }],
  // Charged by a successful login: while it is used up, the user is known on that network.
  ['login', { count: 1, perMs: 30 * 24 * 60 * minuteMs }],
])

/** Makes rate limits hold for all replicas together; `kind` names them in messages. */
export type ShareLimits = (limits: RateLimits, kind: string) => RateLimits

/** Creates the throttle. An attempt counts as failed until its outcome is reported. `monotonicMs` is a monotonic clock in milliseconds. */
export function createLoginThrottle(monotonicMs: () => number, share?: ShareLimits) {
  const ownLimits = createRateLimits(rates, monotonicMs)
  const limits = share?.(ownLimits, 'logins') ?? ownLimits
  const networkOf = createNetworkNamer()
  const waitMs = (charge: RateLimitCharge): number => limits.consumeMany(charge, 0)?.waitMs ?? 0
  /**
   * Begins an attempt by the client at this address to log in as this user.
   * @throws RequestError 429 with `Retry-After` if the client has to wait first.
   */
  return (address: string, username: string) => {
    const network = networkOf(address)
    const client = `${network} ${username}`
    const login = { client, names: ['login'] }
    const charges =
      waitMs(login) > 0
        ? [{ client, names: ['known user'] }]
        : [
            { client: network, names: ['network'] },
            { client: username, names: ['user'] },
          ]
    const remainingMs = Math.max(...charges.map(waitMs))
    const seconds = Math.ceil(remainingMs / 1_000)
    if (seconds > 0)
      throw new RequestError(429, `login: too many attempts have failed; try again in ${seconds} seconds`, {
        headers: { 'retry-after': String(seconds) },
      })
    const add = (times: number): void => {
      for (const charge of charges) limits.consumeMany(charge, times)
    }
    // Counted before the password is tested, so that many cannot be tried at once.
    add(1)
    return {
      /** No password was tested. */
      cancel: () => add(-1),
      succeeded(): void {
        add(-1)
        limits.consumeMany(login, 1)
      },
    }
  }
}
