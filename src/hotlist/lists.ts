// Lists asked, one or many, by the ids of a request: what came of each, with its honest age.
import { type Asker, type Gathered, gather, type SharedSlots } from '../upstream/gather.ts'
import type { Failure } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Marks } from '../upstream/versions.ts'
import type { HotList, ListQuery } from './accept-family.ts'
import type { ShownItems } from './banned-items.ts'
import type { ListItem } from './fit-items.ts'
import { freshMs } from './fresh-for.ts'
import type { PacedAsking } from './paced-asking.ts'

/** Why a list has no news: how its upstream failed, or that it is turned off. */
export interface ListFailure {
  readonly kind: Failure['kind'] | 'disabled'
  readonly detail: string
  /** When the next try is due, in epoch milliseconds; absent where there is to be none. */
  readonly retryAt?: number
}

/** What came of asking one list. Without a time it is a failure. */
export interface ListAnswer {
  /** The id as the request spelled it. */
  readonly askedAs: string
  readonly list: HotList
  /** What of it may be shown. */
  readonly items: ShownItems
  /** When the upstream gave the items. */
  readonly at?: Date
  readonly isCached: boolean
  /** Older than the list's interval, or the last good list in place of one that did not come. */
  readonly isStale: boolean
  readonly failure?: ListFailure
  /** From the request for it to the answer, in milliseconds. */
  readonly tookMs: number
}

/** How many lists are to be asked. */
export interface Manner {
  readonly force: boolean
  /** Stop waiting after so many milliseconds. */
  readonly deadlineMs: number
  /** How many may be asked at once, or the slots shared with other requests and the place in them. */
  readonly parallel: number | SharedSlots
  /** Where each list leaves a mark of what its answer rests on. */
  readonly marks?: Marks
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal
}

export interface Lists {
  /** All there are, disabled ones too. */
  readonly all: readonly HotList[]
  /** The list an id means; the name of a family means its first list. */
  find(id: string): HotList | undefined
  one(list: HotList, want: Pick<Manner, 'force' | 'signal' | 'marks'>): Promise<ListAnswer>
  /** Asks the lists that the ids mean, each known one, and yields what came of each id as it comes. */
  many(ids: readonly string[], manner: Manner): AsyncGenerator<ListAnswer>
  /** What is known of a list, asking nobody; undefined when nothing is. `askedAs` is what a request called it. */
  known(list: HotList, askedAs?: string, marks?: Marks): Promise<ListAnswer | undefined>
  /** What of items that waited after they came may be shown now. */
  shown(items: ShownItems): ShownItems
}

/** A list as it is gathered. */
type Listed = HotList['source'] & { readonly list: HotList }

export interface ListsParts {
  readonly all: ReadonlyMap<string, HotList>
  readonly asking: PacedAsking
  readonly kept: Upstream['kept']
  /** Takes out of items what must not be shown. */
  shown(items: ShownItems): ShownItems
  /** Somebody asks for this list. */
  wanted(list: HotList): void
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A site that hangs does not keep the others from being asked; most answer sooner. */
const silentMs = 1_000

/** Makes the lists. */
export function createLists({ all, asking, kept, shown, wanted, now }: ListsParts): Lists {
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
      const begun = now()
      if (!list.isEnabled) return turnedOff(list.id, list)
      wanted(list)
      const outcome = await asking.ask(list, { ...forcing(force), ...want })
      return shownIn(answered({ askedAs: list.id, list, tookMs: now() - begun }, outcome, now()))
    },
    async known(list, askedAs = list.id, marks) {
      const outcome = await asking.known(list, marks)
      return outcome && shownIn(answered({ askedAs, list, tookMs: 0 }, outcome, now()))
    },
    async *many(ids, { force, ...manner }) {
      const begun = now()
      const spellings = Map.groupBy(
        ids.filter((id) => find(id)),
        find,
      )
      yield* turnedOffOf(spellings)
      const sources = [...spellings.keys()].flatMap((list) => (list?.isEnabled ? [{ ...list.source, list }] : []))
      for (const { list } of sources) wanted(list)
      const spread = { ...manner, ...forcing(force), holdMs: silentMs }
      for await (const [{ list }, outcome] of gather<ListQuery, ListItem, Listed>(asker, sources, {}, spread)) {
        const tookMs = now() - begun
        for (const askedAs of spellings.get(list) ?? [])
          yield shownIn(answered({ askedAs, list, tookMs }, outcome, now()))
      }
    },
  }
}

function turnedOffOf(spellings: ReadonlyMap<HotList | undefined, readonly string[]>): ListAnswer[] {
  return [...spellings].flatMap(([list, ids]) =>
    !list || list.isEnabled ? [] : ids.map((askedAs) => turnedOff(askedAs, list)),
  )
}

/** Forced is: nothing that is kept is new enough. */
function forcing(force: boolean): { readonly maxAgeMs?: number } {
  return force ? { maxAgeMs: 0 } : {}
}

function turnedOff(askedAs: string, list: HotList): ListAnswer {
  const failure = { kind: 'disabled', detail: 'this source is turned off' } as const
  return { askedAs, list, tookMs: 0, items: [], isCached: false, isStale: false, failure }
}

function answered(
  asked: Pick<ListAnswer, 'askedAs' | 'list' | 'tookMs'>,
  outcome: Gathered<ListQuery, ListItem>[1],
  now: number,
): ListAnswer {
  // It is being asked still: what comes of that serves who asks again.
  const failure = outcome.state === 'pending' ? { ...late, retryAt: now } : outcome.failure
  const why = failure ? { failure } : {}
  if (outcome.state === 'failed' || outcome.at === undefined)
    return { ...asked, items: [], isCached: false, isStale: false, ...why }
  const { items, at, state } = outcome
  const isInPlace = state === 'stale' || state === 'pending'
  const isStale = isInPlace || now - at.getTime() >= freshMs(asked.list, now)
  return { ...asked, items, at, isCached: state !== 'fresh', isStale, ...why }
}

const late: ListFailure = { kind: 'timeout', detail: 'no answer in the time the request gave' }
