// Fetches one or many hot lists by id and reports each with its true age.
import { type Asker, type Gathered, gather, type SharedSlots } from '../upstream/gather.ts'
import type { Failure } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Marks } from '../upstream/versions.ts'
import type { HotList, ListQuery } from './accept-family.ts'
import type { ShownItems } from './banned-items.ts'
import type { ListItem } from './fit-items.ts'
import { freshMs } from './fresh-for.ts'
import type { PacedAsking } from './paced-asking.ts'

/** Why a list has no new data: its upstream failed, or it is disabled. */
export interface ListFailure {
  readonly kind: Failure['kind'] | 'disabled'
  readonly detail: string
  /** When the next attempt is due, in epoch milliseconds; absent when there will be none. */
  readonly retryAt?: number
}

/** The result for one list. Without `at` it is a failure. */
export interface ListAnswer {
  /** The id as given in the request. */
  readonly askedAs: string
  readonly list: HotList
  /** The items without banned ones. */
  readonly items: ShownItems
  /** When the upstream returned the items. */
  readonly at?: Date
  readonly isCached: boolean
  /** Older than the list's interval, or the last good list after a failure. */
  readonly isStale: boolean
  readonly failure?: ListFailure
  /** Response time in milliseconds. */
  readonly tookMs: number
}

/** Options for fetching lists. */
export interface Manner {
  readonly force: boolean
  /** Maximum time to wait, in milliseconds. */
  readonly deadlineMs: number
  /** Maximum concurrent fetches, or slots shared with other requests and the position in their queue. */
  readonly parallel: number | SharedSlots
  /** Collects the cache versions that the answers depend on. */
  readonly marks?: Marks
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal
}

export interface Lists {
  /** All lists, including disabled ones. */
  readonly all: readonly HotList[]
  /** Finds a list by id; a family's name resolves to its first list. */
  find(id: string): HotList | undefined
  one(list: HotList, want: Pick<Manner, 'force' | 'signal' | 'marks'>): Promise<ListAnswer>
  /** Fetches the lists with known ids and yields each answer when it arrives. */
  many(ids: readonly string[], manner: Manner): AsyncGenerator<ListAnswer>
  /** The cached state of a list, without an upstream request; undefined when there is none. `askedAs` is the id in the request. */
  known(list: HotList, askedAs?: string, marks?: Marks): Promise<ListAnswer | undefined>
  /** Applies the current bans to items that were fetched earlier. */
  shown(items: ShownItems): ShownItems
}

/** A list's source with its list, as passed to `gather`. */
type Listed = HotList['source'] & { readonly list: HotList }

export interface ListsParts {
  readonly all: ReadonlyMap<string, HotList>
  readonly asking: PacedAsking
  readonly kept: Upstream['kept']
  /** Removes banned items. */
  shown(items: ShownItems): ShownItems
  /** Records that a client requested this list. */
  wanted(list: HotList): void
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** How long a fetch holds its slot: a site that hangs must not block the others. Most answer sooner. */
const silentMs = 1_000

/** Creates the list service. */
export function createLists({ all, asking, kept, shown, wanted, epochMs }: ListsParts): Lists {
  const firsts = new Map<string, HotList>()
  for (const list of all.values()) if (!firsts.has(list.family)) firsts.set(list.family, list)
  const find = (id: string) => all.get(id) ?? firsts.get(id)
  const asker: Asker<ListQuery, ListItem, Listed> = {
    ask: ({ list }, _query, want, place) => asking.ask(list, want, place),
    kept,
  }
  const shownIn = (answer: ListAnswer): ListAnswer => ({ ...answer, items: shown(answer.items) })

  return {
    all: [...all.values()],
    find,
    shown,
    async one(list, { force, ...want }) {
      const begun = epochMs()
      if (!list.isEnabled) return turnedOff(list.id, list)
      wanted(list)
      const outcome = await asking.ask(list, { ...forcing(force), ...want })
      return shownIn(answered({ askedAs: list.id, list, tookMs: epochMs() - begun }, outcome, epochMs()))
    },
    async known(list, askedAs = list.id, marks) {
      const outcome = await asking.known(list, marks)
      return outcome && shownIn(answered({ askedAs, list, tookMs: 0 }, outcome, epochMs()))
    },
    async *many(ids, { force, ...manner }) {
      const begun = epochMs()
      const spellings = Map.groupBy(
        ids.filter((id) => find(id)),
        find,
      )
      yield* turnedOffOf(spellings)
      const sources = [...spellings.keys()].flatMap((list) => (list?.isEnabled ? [{ ...list.source, list }] : []))
      for (const { list } of sources) wanted(list)
      const spread = { ...manner, ...forcing(force), holdMs: silentMs }
      for await (const [{ list }, outcome] of gather<ListQuery, ListItem, Listed>(asker, sources, {}, spread)) {
        const tookMs = epochMs() - begun
        for (const askedAs of spellings.get(list) ?? [])
          yield shownIn(answered({ askedAs, list, tookMs }, outcome, epochMs()))
      }
    },
  }
}

function turnedOffOf(spellings: ReadonlyMap<HotList | undefined, readonly string[]>): ListAnswer[] {
  return [...spellings].flatMap(([list, ids]) =>
    !list || list.isEnabled ? [] : ids.map((askedAs) => turnedOff(askedAs, list)),
  )
}

/** A forced fetch accepts no cached list: its maximum age is 0. */
function forcing(force: boolean): { readonly maxAgeMs?: number } {
  return force ? { maxAgeMs: 0 } : {}
}

function turnedOff(askedAs: string, list: HotList): ListAnswer {
  const failure = { kind: 'disabled', detail: 'this source is disabled' } as const
  return { askedAs, list, tookMs: 0, items: [], isCached: false, isStale: false, failure }
}

function answered(
  asked: Pick<ListAnswer, 'askedAs' | 'list' | 'tookMs'>,
  outcome: Gathered<ListQuery, ListItem>[1],
  now: number,
): ListAnswer {
  // The fetch continues; its result serves a retry of the request.
  const failure = outcome.state === 'pending' ? { ...late, retryAt: now } : outcome.failure
  const why = failure ? { failure } : {}
  if (outcome.state === 'failed' || outcome.at === undefined)
    return { ...asked, items: [], isCached: false, isStale: false, ...why }
  const { items, at, state } = outcome
  const isInPlace = state === 'stale' || state === 'pending'
  const isStale = isInPlace || now - at.getTime() >= freshMs(asked.list, now)
  return { ...asked, items, at, isCached: state !== 'fresh', isStale, ...why }
}

const late: ListFailure = { kind: 'timeout', detail: 'no answer within the request timeout' }
