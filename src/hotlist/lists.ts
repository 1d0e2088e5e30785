// Fetches one or many hot lists by id and reports each with its true age.
import type { Bans } from '../bans/ban-list.ts'
import type { Marks, VersionCounters, VersionStamp } from '../upstream/cache/versions.ts'
import { type Gathered, gather, type SharedLimits, type SourceAsker } from '../upstream/gather.ts'
import type { Failure } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { HotList, ListQuery } from './build-lists.ts'
import { freshMs, type ScheduledAsker } from './refresh/scheduled-ask.ts'
import type { ListItem } from './sanitize-items.ts'

/** Why a list has no new data: its upstream failed, or it is disabled. */
export interface ListFailure {
  readonly kind: Failure['kind'] | 'disabled'
  readonly detail: string
  readonly reason?: Failure['reason']
  /** When the next attempt is due, in epoch milliseconds; absent when there will be none. */
  readonly retryAt?: number
}

/** The result for one list. Without `at` it is a failure. */
export interface ListAnswer {
  readonly askedAs: string
  readonly list: HotList
  readonly items: VisibleItems
  readonly at?: Date
  readonly isCached: boolean
  /** Older than the list's interval, or the last good list after a failure. */
  readonly isStale: boolean
  readonly failure?: ListFailure
  readonly tookMs: number
}

export interface ListRequestOptions {
  readonly force: boolean
  readonly deadlineMs: number
  /** Maximum concurrent fetches. */
  readonly parallel: number
  /** Slots shared with other requests. */
  readonly shared?: SharedLimits
  readonly versionReads?: Marks
  readonly client?: string | undefined
  readonly signal: AbortSignal
}

type ListSource = HotList['source'] & { readonly list: HotList }

interface ListsDeps {
  readonly all: ReadonlyMap<string, HotList>
  readonly asking: ScheduledAsker
  readonly kept: Upstream['cached']
  readonly versions: Pick<VersionCounters, 'partsOf' | 'partChanged'>
  shown(items: VisibleItems): VisibleItems
  touch(list: HotList): void
  readonly epochMs: () => number
}

const setName = 'hot lists'
/** A forced fetch accepts no cached list. */
const forced = { maxAgeMs: 0 }

/** How long a fetch holds its slot: a site that hangs must not block the others. Most answer sooner. */
const slotHoldMs = 1_000

export type Lists = ReturnType<typeof createLists>

export function createLists({ all, asking, kept: cached, versions, shown, touch, epochMs }: ListsDeps) {
  const index = createIndex(all, versions)
  const { find } = index
  const asker: SourceAsker<ListQuery, ListItem, ListSource> = {
    ask: ({ list }, _query, options, caller) => asking.ask(list, options, caller),
    cached,
  }
  const withoutBanned = (answer: ListAnswer): ListAnswer => ({ ...answer, items: shown(answer.items) })

  return Object.assign(index, {
    shown,
    async one(
      list: HotList,
      { force, ...options }: Pick<ListRequestOptions, 'force' | 'signal' | 'versionReads'>,
    ): Promise<ListAnswer> {
      const startedAt = epochMs()
      if (!list.isEnabled) return disabledAnswer(list.id, list)
      touch(list)
      const outcome = await asking.ask(list, { ...(force && forced), ...options })
      return withoutBanned(toAnswer({ askedAs: list.id, list, tookMs: epochMs() - startedAt }, outcome, epochMs()))
    },
    /** The cached state of a list, without an upstream request; undefined when there is none. `askedAs` is the id in the request. */
    async known(list: HotList, askedAs: string = list.id, marks?: Marks): Promise<ListAnswer | undefined> {
      const outcome = await asking.known(list, marks)
      return outcome && withoutBanned(toAnswer({ askedAs, list, tookMs: 0 }, outcome, epochMs()))
    },
    async *many(ids: readonly string[], { force, ...options }: ListRequestOptions): AsyncGenerator<ListAnswer> {
      const startedAt = epochMs()
      const idsByList = Map.groupBy(
        ids.filter((id) => find(id)),
        find,
      )
      for (const [list, ids] of idsByList)
        if (list?.isEnabled === false) yield* ids.map((askedAs) => disabledAnswer(askedAs, list))
      const sources = [...idsByList.keys()].flatMap((list) => (list?.isEnabled ? [{ ...list.source, list }] : []))
      for (const { list } of sources) touch(list)
      const gatherOptions = { ...options, ...(force && forced), holdMs: slotHoldMs }
      for await (const [{ list }, outcome] of gather(asker, sources, {}, gatherOptions)) {
        const tookMs = epochMs() - startedAt
        for (const askedAs of idsByList.get(list) ?? [])
          yield withoutBanned(toAnswer({ askedAs, list, tookMs }, outcome, epochMs()))
      }
    },
  })
}

function createIndex(lists: ReadonlyMap<string, HotList>, versions: ListsDeps['versions']) {
  const firsts = new Map<string, HotList>()
  let all: readonly HotList[] = []
  const update = (): void => {
    all = [...lists.values()]
    firsts.clear()
    for (const list of all) if (!firsts.has(list.family)) firsts.set(list.family, list)
  }
  update()
  return {
    /** All lists, including disabled ones; the same array until they change. */
    get all() {
      return all
    },
    /** Finds a list by id; a family's name resolves to its first list. */
    find: (id: string) => lists.get(id) ?? firsts.get(id),
    /** The stamp of a response that tells which lists there are, and which are on. */
    stamp: (): VersionStamp => ({
      ...{ slots: [], sum: 0, until: Number.POSITIVE_INFINITY },
      parts: versions.partsOf(setName, ['']),
    }),
    onSetChanged(): void {
      update()
      versions.partChanged(setName, '')
    },
  }
}

function disabledAnswer(askedAs: string, list: HotList): ListAnswer {
  const failure = { kind: 'disabled', detail: 'this source is disabled' } as const
  return { askedAs, list, tookMs: 0, items: [], isCached: false, isStale: false, failure }
}

function toAnswer(
  asked: Pick<ListAnswer, 'askedAs' | 'list' | 'tookMs'>,
  outcome: Gathered<ListQuery, ListItem>[1],
  now: number,
): ListAnswer {
  // The fetch continues; its result serves a retry of the request.
  const failure = outcome.state === 'pending' ? { ...timedOut, retryAt: now } : outcome.failure
  if (outcome.state === 'failed' || outcome.at === undefined)
    return { ...asked, items: [], isCached: false, isStale: false, ...(failure && { failure }) }
  const { items, at, state } = outcome
  const isFallback = state === 'stale' || state === 'pending'
  const isStale = isFallback || now - at.getTime() >= freshMs(asked.list, now)
  return { ...asked, items, at, isCached: state !== 'fresh', isStale, ...(failure && { failure }) }
}

const timedOut: ListFailure = { kind: 'timeout', detail: 'no answer within the request timeout' }

export interface ResponseFreshness {
  /** Cache versions that the response depends on; absent when it must not be reused. */
  readonly stamp: VersionStamp | undefined
  /** How much of the response came from the cache: all, some or none. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cached list in milliseconds; 0 when none was cached. */
  readonly ageMs: number
}

export const noAsk = { stamp: undefined, cache: 'hit', ageMs: 0 } as const satisfies ResponseFreshness

/** The cache state of a response at `now` (epoch milliseconds). `marks` come from its lists; a disabled list adds none. */
export function responseFreshness(answers: readonly ListAnswer[], marks: Marks, now: number): ResponseFreshness {
  const asked = new Set(answers.flatMap(({ list }) => (list.isEnabled ? [list.id] : [])))
  const received = answers.flatMap(({ at, isCached }) => (at ? [{ at: at.getTime(), isCached }] : []))
  const cached = received.filter(({ isCached }) => isCached)
  const stamp = marks.stamp(asked.size)
  if (cached.length === 0) return { stamp, cache: 'miss', ageMs: 0 }
  const ageMs = cached.reduce((age, { at }) => Math.max(age, now - at), 0)
  return { stamp, cache: cached.length === received.length ? 'hit' : 'partial', ageMs }
}

/** The items of a list by rank. A banned item leaves `undefined`, so that the ranks of the others do not change. */
export type VisibleItems = readonly (ListItem | undefined)[]

/** Creates a filter that applies the current bans. Items that an earlier call removed from the given array stay removed. */
export function createItemFilter(bans: Bans): (items: VisibleItems) => VisibleItems {
  /** Cached results by items array: the same list is sent many times while the bans do not change. */
  const cache = new WeakMap<VisibleItems, { readonly version: number; readonly shown: VisibleItems }>()
  return (items) => {
    if (bans.isEmpty()) return items
    const version = bans.version()
    const cached = cache.get(items)
    if (cached?.version === version) return cached.shown
    const shown = items.map((item) => item && filterItem(item, bans))
    for (const list of [items, shown]) cache.set(list, { version, shown })
    return shown
  }
}

function filterItem(item: ListItem, bans: Bans): ListItem | undefined {
  const { title, hover = '', info = '', url, mobileUrl, icon } = item
  if (bans.hasBannedWord(title, hover, info)) return undefined
  if (bans.isAddressBanned(url) || (mobileUrl !== undefined && bans.isAddressBanned(mobileUrl))) return undefined
  if (icon === undefined || !bans.isAddressBanned(icon)) return item
  const { icon: _banned, ...others } = item
  return others
}
