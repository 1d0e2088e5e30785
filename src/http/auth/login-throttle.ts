// Throttles password attempts: exponential back-off by client network and by user name.
import { LRUCache } from 'lru-cache'
import { createNetworkNamer } from '../access/ip-ranges.ts'
import { RequestError } from '../errors.ts'

/** A login attempt. It counts as failed until its outcome is reported. */
export interface LoginAttempt {
  /** The password was correct. */
  succeeded(): void
  /** No password was tested. */
  cancel(): void
}

export interface LoginThrottle {
  /**
   * Begins an attempt by this address to log in as this user.
   * @throws RequestError 429 with `Retry-After` if the client has to wait first.
   */
  startAttempt(address: string, username: string): LoginAttempt
}

/** Message about an attempt, sent between replicas. */
interface AttemptMessage<Id> {
  readonly id: Id
  readonly what: 'began' | 'took back' | 'succeeded'
  /** Network of the client. */
  readonly place: string
  readonly username: string
  /** Has this user logged in from this network before? */
  readonly isKnown: boolean
}

/** Channel to other replicas: attempts at one count at all. */
export interface LoginChannel {
  publish(attempt: AttemptMessage<number>): void
  /** Adds a listener for messages of other replicas; messages about the same attempt have the same id. */
  subscribe(listener: (attempt: AttemptMessage<string>) => void): void
}

/** After `freeAttempts` failures in a row the first wait is a second; each further failure doubles it. */
interface WaitRule {
  readonly freeAttempts: number
  readonly maxMs: number
  /** Maximum number of keys remembered. */
  readonly entries: number
}

/** Failures are forgotten after this long without another one. Longer than any wait. */
const forgetAfterMs = 15 * 60_000

const firstWaitMs = 1_000

/** One client that tries many names and passwords from one network. */
const byAddress: WaitRule = { freeAttempts: 5, maxMs: 5 * 60_000, entries: 10_000 }

/**
 * Many clients that try passwords of one name. A single attacker cannot lock the owner out: its own network soon waits five times as long as
 * the name.
 */
const byName: WaitRule = { freeAttempts: 10, maxMs: 60_000, entries: 10_000 }

/** A user on a network with an earlier successful login: attempts from elsewhere, or with other names, do not affect this one. */
const byOwner: WaitRule = { freeAttempts: 5, maxMs: 60_000, entries: 1_000 }

interface FailureCount {
  readonly count: number
  readonly at: number
}

function createBackoff({ freeAttempts, maxMs, entries }: WaitRule, monotonicMs: () => number) {
  const failures = new LRUCache<string, FailureCount>({ max: entries })
  const recentFailures = (key: string): FailureCount => {
    const entry = failures.get(key)
    return entry !== undefined && monotonicMs() - entry.at < forgetAfterMs ? entry : { count: 0, at: monotonicMs() }
  }
  return {
    /** Remaining wait in milliseconds. */
    remainingMs(key: string): number {
      const { count, at } = recentFailures(key)
      const waitMs = count < freeAttempts ? 0 : Math.min(maxMs, firstWaitMs * 2 ** (count - freeAttempts))
      return Math.max(0, at + waitMs - monotonicMs())
    },
    /** Counts a failure; returns the function that cancels it. */
    add(key: string): () => void {
      const before = recentFailures(key)
      const failure = { count: before.count + 1, at: monotonicMs() }
      failures.set(key, failure)
      return () => {
        const entry = failures.get(key)
        if (entry === undefined) return
        const { count, at } = entry === failure ? before : { count: entry.count - 1, at: entry.at }
        if (count > 0) failures.set(key, { count, at })
        else failures.delete(key)
      }
    },
    forget: (key: string) => void failures.delete(key),
  }
}

/** Maximum number of running attempts of other replicas remembered. */
const maxRemoteAttempts = 10_000

/** Creates a throttle without any failures. `monotonicMs` is a monotonic clock in milliseconds. */
export function createLoginThrottle(monotonicMs: () => number, channel?: LoginChannel): LoginThrottle {
  const networkOf = createNetworkNamer()
  const failureCounts = createFailureCounts(monotonicMs)
  let lastId = 0
  if (channel) followReplicas(channel, failureCounts)

  return {
    startAttempt(address, username) {
      const place = networkOf(address)
      const attempt = { place, username, isKnown: failureCounts.isKnown(place, username) }
      const remainingMs = failureCounts.remainingMs(attempt)
      if (remainingMs > 0) throw tooManyFailures(remainingMs)
      const recorded = failureCounts.begin(attempt)
      lastId += 1
      const id = lastId
      channel?.publish({ ...attempt, id, what: 'began' })
      return {
        cancel() {
          recorded.takeBack()
          channel?.publish({ ...attempt, id, what: 'took back' })
        },
        succeeded() {
          recorded.succeeded()
          channel?.publish({ ...attempt, id, what: 'succeeded' })
        },
      }
    },
  }
}

type AttemptOrigin = Pick<AttemptMessage<unknown>, 'place' | 'username' | 'isKnown'>

/** Creates the failure counters and the record of successful logins. */
function createFailureCounts(monotonicMs: () => number) {
  const addresses = createBackoff(byAddress, monotonicMs)
  const names = createBackoff(byName, monotonicMs)
  const owners = createBackoff(byOwner, monotonicMs)
  /** Users by the networks from which they have logged in. */
  const known = new LRUCache<string, true>({ max: byOwner.entries })
  const ownerOf = (place: string, username: string) => `${place} ${username}`
  const countersFor = ({ place, username, isKnown }: AttemptOrigin) =>
    isKnown
      ? [{ backoff: owners, key: ownerOf(place, username) }]
      : [
          { backoff: addresses, key: place },
          { backoff: names, key: username },
        ]
  return {
    isKnown: (place: string, username: string) => known.has(ownerOf(place, username)),
    remainingMs: (attempt: AttemptOrigin) =>
      Math.max(...countersFor(attempt).map(({ backoff, key }) => backoff.remainingMs(key))),
    /** Counts a failure; returns functions that report another outcome. */
    begin(attempt: AttemptOrigin) {
      const cancels = countersFor(attempt).map(({ backoff, key }) => backoff.add(key))
      const cancel = () => {
        for (const cancelOne of cancels) cancelOne()
      }
      return {
        takeBack: cancel,
        succeeded() {
          // Other failures of this network still count: a user could otherwise try other users' passwords between own logins.
          cancel()
          const owner = ownerOf(attempt.place, attempt.username)
          owners.forget(owner)
          known.set(owner, true)
        },
      }
    },
  }
}

/** Counts attempts at other replicas like local ones. */
function followReplicas(channel: LoginChannel, failureCounts: ReturnType<typeof createFailureCounts>): void {
  const running = new LRUCache<string, ReturnType<typeof failureCounts.begin>>({ max: maxRemoteAttempts })
  channel.subscribe(({ id, what, ...attempt }) => {
    if (what === 'began') {
      running.set(id, failureCounts.begin(attempt))
      return
    }
    const recorded = running.get(id)
    running.delete(id)
    if (what === 'took back') recorded?.takeBack()
    // If the message about the beginning was lost, at least the outcome counts.
    else (recorded ?? failureCounts.begin(attempt)).succeeded()
  })
}

function tooManyFailures(remainingMs: number): RequestError {
  const seconds = Math.ceil(remainingMs / 1_000)
  return new RequestError(429, `login: too many attempts have failed; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  })
}
