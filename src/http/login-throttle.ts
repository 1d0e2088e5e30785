// Who has to wait before he may try another password, and how long: growing waits by where he is and by the name he tries.
import { LRUCache } from 'lru-cache'
import { createNetworks } from './addresses.ts'
import { RequestError } from './errors.ts'

/** An attempt to log in that may go on. It counts as failed until it is said to be anything else. */
export interface Attempt {
  /** The password was right. */
  succeeded(): void
  /** Nothing was tested. */
  takeBack(): void
}

export interface LoginThrottle {
  /**
   * Somebody at this address is about to try a password of this user.
   * @throws RequestError 429 with `Retry-After` when he has to wait first.
   */
  begin(address: string, username: string): Attempt
}

/** An attempt, as replicas tell each other of it. */
interface Tried<Id> {
  readonly id: Id
  readonly what: 'began' | 'took back' | 'succeeded'
  /** The network he is in. */
  readonly place: string
  readonly username: string
  /** Has he logged in from there before? */
  readonly isKnown: boolean
}

/** Where there are other replicas: what is tried at one counts at all. */
export interface LoginNews {
  tell(tried: Tried<number>): void
  /** From now on `hear` gets what others tell; what the same attempt is told of has the same id. */
  onTold(hear: (tried: Tried<string>) => void): void
}

/** After `free` failures in a row the first wait is a second, and each further failure doubles it. */
interface WaitRule {
  readonly free: number
  readonly mostMs: number
  /** At the most so many are remembered. */
  readonly entries: number
}

/** After this long without another failure those before are forgotten. It is longer than any wait. */
const forgottenAfterMs = 15 * 60_000

const firstWaitMs = 1_000

/** One who tries many names and passwords from one address. */
const byAddress: WaitRule = { free: 5, mostMs: 5 * 60_000, entries: 10_000 }

/**
 * Many addresses that try passwords of one name. One stranger alone cannot keep the owner out by it: the stranger's own address
 * soon waits five times as long as the name does.
 */
const byName: WaitRule = { free: 10, mostMs: 60_000, entries: 10_000 }

/** The same person at a place he has logged in from: nothing that others do elsewhere, or with other names, makes him wait. */
const byOwner: WaitRule = { free: 5, mostMs: 60_000, entries: 1_000 }

interface Failures {
  readonly count: number
  readonly at: number
}

function createWaits({ free, mostMs, entries }: WaitRule, now: () => number) {
  const held = new LRUCache<string, Failures>({ max: entries })
  const failuresOf = (key: string): Failures => {
    const found = held.get(key)
    return found !== undefined && now() - found.at < forgottenAfterMs ? found : { count: 0, at: now() }
  }
  return {
    /** How long this one still has to wait. */
    leftMs(key: string): number {
      const { count, at } = failuresOf(key)
      const waitMs = count < free ? 0 : Math.min(mostMs, firstWaitMs * 2 ** (count - free))
      return Math.max(0, at + waitMs - now())
    },
    /** Counts a failure; gives what takes it back. */
    add(key: string): () => void {
      const before = failuresOf(key)
      const own = { count: before.count + 1, at: now() }
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

/** So many attempts that others have begun may be under way. */
const mostTold = 10_000

/** Makes a throttle that has seen nobody. `now` is in milliseconds, of any clock that only runs forward. */
export function createLoginThrottle(now: () => number, news?: LoginNews): LoginThrottle {
  const networkOf = createNetworks()
  const counts = createCounts(now)
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

/** Makes what counts failures, and knows who has logged in where. */
function createCounts(now: () => number) {
  const addresses = createWaits(byAddress, now)
  const names = createWaits(byName, now)
  const owners = createWaits(byOwner, now)
  /** Users at the places where they have logged in. */
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
    /** Counts a failure; gives what says that it was none. */
    begin(tried: Counted) {
      const takesBack = countersOf(tried).map(({ waits, key }) => waits.add(key))
      const takeBack = () => {
        for (const take of takesBack) take()
      }
      return {
        takeBack,
        succeeded() {
          // What else failed at this address stays counted: who has a password of his own could try those of others between.
          takeBack()
          const owner = ownerOf(tried.place, tried.username)
          owners.forget(owner)
          known.set(owner, true)
        },
      }
    },
  }
}

/** Counts what is tried at other replicas as though it were here. */
function hearOthers(news: LoginNews, counts: ReturnType<typeof createCounts>): void {
  const underWay = new LRUCache<string, ReturnType<typeof counts.begin>>({ max: mostTold })
  news.onTold(({ id, what, ...tried }) => {
    if (what === 'began') return void underWay.set(id, counts.begin(tried))
    const end = underWay.get(id)
    underWay.delete(id)
    if (what === 'took back') end?.takeBack()
    // Of one whose beginning was missed at least the end is known.
    else (end ?? counts.begin(tried)).succeeded()
  })
}

function tooManyFailures(leftMs: number): RequestError {
  const seconds = Math.ceil(leftMs / 1_000)
  return new RequestError(429, `login: too many attempts have failed; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  })
}
