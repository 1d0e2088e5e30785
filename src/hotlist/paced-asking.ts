// Asking lists at their pace: fresh ones from what is kept, old ones at once with a look at the upstream behind, forced ones now and then.
import type { Metrics } from '../metrics.ts'
import type { Want } from '../upstream/ask.ts'
import { isYoung, keyOf, type Old } from '../upstream/kept.ts'
import type { Outcome } from '../upstream/source.ts'
import type { Place } from '../upstream/turn.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Marks } from '../upstream/versions.ts'
import type { HotList, ListQuery } from './accept-family.ts'
import type { ListItem } from './fit-items.ts'
import { freshMs, freshUntil } from './fresh-for.ts'
import type { Pace } from './pace.ts'

export interface PacedAsking {
  /** Never rejects for what the upstream does. With `maxAgeMs` 0 the ask is forced. */
  ask(list: HotList, want: Pick<Want, 'maxAgeMs' | 'signal' | 'marks'>, place?: Place): Promise<Outcome<ListItem>>
  /** What who asks now would be told if nobody were to be asked for it; undefined when nothing is known. Leaves a mark of that. */
  known(list: HotList, marks?: Marks): Promise<Outcome<ListItem> | undefined>
  /** Looks at the upstream for nobody in particular. */
  refresh(list: HotList): Promise<void>
}

export interface PacedParts {
  readonly upstream: Pick<Upstream, 'ask' | 'kept' | 'versions'>
  readonly pace: Pace
  readonly metrics: Pick<Metrics, 'asked'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A list is forced at most so often, however many ask (contract). */
const forcedEveryMs = 10_000

const nothing: ListQuery = {}

/** Makes the asking of lists at their pace. */
export function createPacedAsking({ upstream, pace, metrics, now }: PacedParts): PacedAsking {
  const told = (outcome: Outcome<ListItem>): Outcome<ListItem> => {
    metrics.asked(outcome.state)
    return outcome
  }
  const { mostAgeMs, timed } = createTiming({ pace, now })
  const force = createForcing({ upstream, told, now })
  const keptOf = async (list: HotList): Promise<Old<ListItem> | undefined> => {
    const old = await upstream.kept(list.source, nothing)
    if (old) pace.takeUp(list, old)
    return old
  }

  const ask: PacedAsking['ask'] = async (list, { maxAgeMs, signal, marks }, place) => {
    if (maxAgeMs === 0) return force(list, place)
    const version = upstream.versions.of(keyOf(list.source, nothing))
    const old = await keptOf(list)
    // Before its age: a list that was forced in vain has failed, however young the one before it is.
    const failure = pace.pauseOf(list, old !== undefined)
    if (failure) {
      marks?.add({ ...version, until: pace.pauseEndsAt(list, old !== undefined) })
      return told(old ? { state: 'stale', ...old, failure } : { state: 'failed', failure })
    }
    if (old && !pace.isFailing(list) && isFresh(list, old, now())) {
      const until = freshUntil(list, old.at.getTime())
      pace.served(list, until)
      marks?.add({ ...version, until })
      return told({ state: 'cached', ...old })
    }
    // Said in so many words, because when to ask again after a part or a mismatch is for the pace to say, not for the asking.
    const want = { maxAgeMs: mostAgeMs(list), staleAtOnce: true, ...(signal ? { signal } : {}) }
    const outcome = await upstream.ask(list.source, nothing, want, place)
    const before = pace.failureOf(list)
    // Served at once: how the look behind it ends is not known yet, how the last one ended is.
    return outcome.state === 'stale' && !outcome.failure && before ? { ...outcome, failure: before } : outcome
  }
  return {
    ask: async (list, want, place) => timed(list, await ask(list, want, place)),
    async known(list, marks) {
      const version = upstream.versions.of(keyOf(list.source, nothing))
      const old = await keptOf(list)
      const until = old && isFresh(list, old, now()) ? freshUntil(list, old.at.getTime()) : undefined
      // What is not fresh stays so until something comes of asking.
      marks?.add({ ...version, until: until ?? Number.POSITIVE_INFINITY })
      const failure = pace.isFailing(list) ? pace.failureOf(list) : undefined
      if (!old) return failure && timed(list, { state: 'failed', failure })
      return failure ? timed(list, { state: 'stale', ...old, failure }) : { state: 'cached', ...old }
    },
    async refresh(list) {
      const outcome = await upstream.ask(list.source, nothing, { maxAgeMs: mostAgeMs(list) })
      // Another replica was quicker, and what it told was missed.
      if (outcome.state === 'cached') pace.takeUp(list, outcome)
    },
  }
}

/** Makes what says how old what serves may be, and when the next try is due. */
function createTiming({ pace, now }: Pick<PacedParts, 'pace' | 'now'>) {
  return {
    /** What is older than the last failure does not serve in place of another look, however young it is. */
    mostAgeMs(list: HotList): number {
      const fresh = freshMs(list, now())
      const failedAt = pace.failedAt(list)
      return failedAt === undefined ? fresh : Math.min(fresh, Math.max(now() - failedAt, 1))
    },
    /** With the time of the next try, where there is a failure. */
    timed(list: HotList, outcome: Outcome<ListItem>): Outcome<ListItem> {
      if (!outcome.failure) return outcome
      const retryAt = pace.retryAt(list, outcome.state !== 'failed') ?? now()
      return { ...outcome, failure: { ...outcome.failure, retryAt } }
    },
  }
}

/** Whoever forces a list soon after another gets what the other got; so it does not end with the one who began it. */
function createForcing({
  upstream,
  told,
  now,
}: Pick<PacedParts, 'upstream' | 'now'> & { told(outcome: Outcome<ListItem>): Outcome<ListItem> }) {
  const forced = new Map<string, { readonly at: number; readonly outcome: Promise<Outcome<ListItem>> }>()
  return async (list: HotList, place: Place | undefined): Promise<Outcome<ListItem>> => {
    const at = now()
    const last = forced.get(list.id)
    if (last && at - last.at < forcedEveryMs) return told(asKept(await last.outcome, at))
    // A new list, not a new visitor: sources themselves make anew what a site refuses.
    const outcome = upstream.ask(list.source, nothing, { maxAgeMs: 0, mayRemember: true, forcesTrial: true }, place)
    forced.set(list.id, { at, outcome })
    const forget = () => void (forced.get(list.id)?.outcome === outcome && forced.delete(list.id))
    // Another replica's, of some seconds ago: it is known there when it may be forced again.
    outcome.then(({ state }) => (state === 'cached' ? forget() : undefined), forget)
    return outcome
  }
}

/** A part of a list too is left alone until its interval is over. */
function isFresh(list: HotList, old: Old<ListItem>, now: number): boolean {
  return isYoung(list.source, old, freshMs(list, now), now)
}

/** What came before somebody asked for it at `asked` comes to him from what is kept. */
function asKept(outcome: Outcome<ListItem>, asked: number): Outcome<ListItem> {
  return outcome.state === 'fresh' && outcome.at.getTime() < asked ? { ...outcome, state: 'cached' } : outcome
}
