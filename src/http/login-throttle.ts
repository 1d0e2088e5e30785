// Throttles password attempts: exponential back-off by client network and by user name.
import { LRUCache } from 'lru-cache'
import { createNetworks } from './addresses.ts'
import { RequestError } from './errors.ts'

/** A login attempt. It counts as failed until its outcome is reported. */
export interface Attempt {
  /** The password was correct. */
  succeeded(): void
  /** No password was tested. */
  takeBack(): void
}

export interface LoginThrottle {
  /**
   * Begins an attempt by this address to log in as this user.
   * @throws RequestError 429 with `Retry-After` if the client has to wait first.
   */
  begin(address: string, username: string): Attempt
}

/** Message about an attempt, sent between replicas. */
interface Tried<Id> {
  readonly id: Id
  readonly what: 'began' | 'took back' | 'succeeded'
  /** Network of the client. */
  readonly place: string
  readonly username: string
  /** Has this user logged in from this network before? */
  readonly isKnown: boolean
}

/** Channel to other replicas: attempts at one count at all. */
export interface LoginNews {
  tell(tried: Tried<number>): void
  /** Adds a listener for messages of other replicas; messages about the same attempt have the same id. */
  onTold(hear: (tried: Tried<string>) => void): void
}

/** After `free` failures in a row the first wait is a second; each further failure doubles it. */
interface WaitRule {
  readonly free: number
  readonly mostMs: number
  /** Maximum number of keys remembered. */
  readonly entries: number
}

/** Failures are forgotten after this long without another one. Longer than any wait. */
const forgottenAfterMs = 15 * 60_000

const firstWaitMs = 1_000

/** One client that tries many names and passwords from one network. */
const byAddress: WaitRule = { free: 5, mostMs: 5 * 60_000, entries: 10_000 }

/**
 * Many clients that try passwords of one name. A single attacker cannot lock the owner out: its own network soon waits five times as long as
 * the name.
 */
const byName: WaitRule = { free: 10, mostMs: 60_000, entries: 10_000 }

/** A user on a network with an earlier successful login: attempts from elsewhere, or with other names, do not affect this one. */
const byOwner: WaitRule = { free: 5, mostMs: 60_000, entries: 1_000 }

interface Failures {
  readonly count: number
  readonly at: number
}

function createWaits({ free, mostMs, entries }: WaitRule, monotonicMs: () => number) {
  const held = new LRUCache<string, Failures>({ max: entries })
  const failuresOf = (key: string): Failures => {
    const found = held.get(key)
    return found !== undefined && monotonicMs() - found.at < forgottenAfterMs ? found : { count: 0, at: monotonicMs() }
  }
  return {
    /** Remaining wait in milliseconds. */
    leftMs(key: string): number {
      const { count, at } = failuresOf(key)
      const waitMs = count < free ? 0 : Math.min(mostMs, firstWaitMs * 2 ** (count - free))
      return Math.max(0, at + waitMs - monotonicMs())
    },
    /** Counts a failure; returns the function that cancels it. */
    add(key: string): () => void {
      const before = failuresOf(key)
      const own = { count: before.count + 1, at: monotonicMs() }
      held.set(key, own)
      return () => {
        const found = held.get(key)
        if (found === undefined) return
        const { count, at } = found === own ? before : { count: found.count - 1, at: found.at }
        if (count > 0) held.set(key, { count, at })
        else held.delete(key)
      }
    },
    forget: (key: string) => void held.delete(key),
  }
}

/** Maximum number of running attempts of other replicas remembered. */
const mostTold = 10_000

/** Creates a throttle without any failures. `monotonicMs` is a monotonic clock in milliseconds. */
export function createLoginThrottle(monotonicMs: () => number, news?: LoginNews): LoginThrottle {
  const networkOf = createNetworks()
  const counts = createCounts(monotonicMs)
  let lastId = 0
  if (news) hearOthers(news, counts)

  return {
    begin(address, username) {
      const place = networkOf(address)
      const tried = { place, username, isKnown: counts.isKnown(place, username) }
      const leftMs = counts.leftMs(tried)
      if (leftMs > 0) throw tooManyFailures(leftMs)
      const end = counts.begin(tried)
      lastId += 1
      const id = lastId
      news?.tell({ ...tried, id, what: 'began' })
      return {
        takeBack() {
          end.takeBack()
          news?.tell({ ...tried, id, what: 'took back' })
        },
        succeeded() {
          end.succeeded()
          news?.tell({ ...tried, id, what: 'succeeded' })
        },
      }
    },
  }
}

type Counted = Pick<Tried<unknown>, 'place' | 'username' | 'isKnown'>

/** Creates the failure counters and the record of successful logins. */
function createCounts(monotonicMs: () => number) {
  const addresses = createWaits(byAddress, monotonicMs)
  const names = createWaits(byName, monotonicMs)
  const owners = createWaits(byOwner, monotonicMs)
  /** Users by the networks from which they have logged in. */
  const known = new LRUCache<string, true>({ max: byOwner.entries })
  const ownerOf = (place: string, username: string) => `${place} ${username}`
  const countersOf = ({ place, username, isKnown }: Counted) =>
    isKnown
      ? [{ waits: owners, key: ownerOf(place, username) }]
      : [
          { waits: addresses, key: place },
          { waits: names, key: username },
        ]
  return {
    isKnown: (place: string, username: string) => known.has(ownerOf(place, username)),
    leftMs: (tried: Counted) => Math.max(...countersOf(tried).map(({ waits, key }) => waits.leftMs(key))),
    /** Counts a failure; returns functions that report another outcome. */
    begin(tried: Counted) {
      const takesBack = countersOf(tried).map(({ waits, key }) => waits.add(key))
      const takeBack = () => {
        for (const take of takesBack) take()
      }
      return {
        takeBack,
        succeeded() {
          // Other failures of this network still count: a user could otherwise try other users' passwords between own logins.
          takeBack()
          const owner = ownerOf(tried.place, tried.username)
          owners.forget(owner)
          known.set(owner, true)
        },
      }
    },
  }
}

/** Counts attempts at other replicas like local ones. */
function hearOthers(news: LoginNews, counts: ReturnType<typeof createCounts>): void {
  const underWay = new LRUCache<string, ReturnType<typeof counts.begin>>({ max: mostTold })
  news.onTold(({ id, what, ...tried }) => {
    if (what === 'began') {
      underWay.set(id, counts.begin(tried))
      return
    }
    const end = underWay.get(id)
    underWay.delete(id)
    if (what === 'took back') end?.takeBack()
    // If the message about the beginning was lost, at least the outcome counts.
    else (end ?? counts.begin(tried)).succeeded()
  })
}

function tooManyFailures(leftMs: number): RequestError {
  const seconds = Math.ceil(leftMs / 1_000)
  return new RequestError(429, `login: too many attempts have failed; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  })
}
