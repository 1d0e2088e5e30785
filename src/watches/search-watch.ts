// Runs the watches: matches refreshed lists (list-watch.ts), asks the archive what is new for titles that were stored, and searches again at intervals.
import { isRunning } from '../async/ages.ts'
import { type CloudType, cloudTypes } from '../contract/cloud-types.ts'
import { foldWords } from '../contract/fold-text.ts'
import { type SearchRequest, searchRequest } from '../contract/search.ts'
import type { StreamSource } from '../contract/search-events.ts'
import type { StoredSighting } from '../store/archive/types.ts'
import { createListWatch, type ListWatchContext } from './list-watch.ts'
import { createWatchMatcher, keywordsOf, scopedId, scopeOf, type Watch, type WatchHit, watchId } from './watch.ts'
import { type Findings, inScope, type WatchState } from './watch-state.ts'
import { createShareSelector, type WatchedShares } from './watched-shares.ts'

type LinksByCloud = Partial<
  Record<
    CloudType,
    readonly { url: string; note: string; source: string; password: string; key?: string | undefined }[]
  >
>

/** An event of a search; watches read those with links and sources. */
type WatchedSearchEvent =
  | { readonly event: 'links'; readonly data: { readonly merged_by_type: LinksByCloud } }
  | { readonly event: 'source'; readonly data: Pick<StreamSource, 'source' | 'state'> }
  | { readonly event: 'start' | 'works' | 'results' | 'end' }

type SearchEvents = (request: SearchRequest, signal: AbortSignal, client: string) => AsyncIterable<WatchedSearchEvent>

/** What watches read. */
interface WatchContext extends ListWatchContext {
  readonly search: { readonly events: SearchEvents }
  readonly shares: WatchedShares
  /** Whether the service has no capacity for searches that nobody waits for. */
  readonly isBusy: () => boolean
  /** Undefined where nothing is archived. */
  readonly archive:
    | {
        /** The folded titles stored since the last call. */
        readonly storedTitles: () => readonly string[]
        /** The newest sightings for a keyword, in which shares occur several times. */
        find(keyword: string, clouds: readonly CloudType[] | undefined): Promise<readonly Sighting[]>
      }
    | undefined
  readonly onError: (error: unknown) => void
  readonly epochMs: () => number
}

function createSearchWatch({ watches, search, shares, isBusy, epochMs }: WatchContext) {
  const select = createShareSelector(shares)

  /** Records that the search begins, so that no other replica does the same. */
  async function claim(watch: Watch): Promise<boolean> {
    const now = epochMs()
    let isClaimed = false
    const isStored = await watches.stateOf(watch).change((before) => {
      const state = inScope(before, watch, now)
      isClaimed = isSearchDue(watch, state, now)
      return isClaimed ? { ...state, searchedAt: now } : before
    })
    return isStored && isClaimed
  }

  return async function searchAgain(): Promise<void> {
    const searching = watches.all().filter((watch) => watch.in.includes('search'))
    await Promise.all(searching.map((watch) => watches.stateOf(watch).load()))
    const watch = searching.find((one) => isSearchDue(one, watches.stateOf(one).state(), epochMs()))
    if (!watch || isBusy() || !(await claim(watch))) return
    const found: Findings[] = []
    for (const keyword of keywordsOf(watch)) found.push(await findLinks(search.events, keyword, watch.clouds))
    const isMatch = createWatchMatcher(watch)
    const hits = found.flatMap((one) => one.hits).filter(({ title }) => isMatch(foldWords(title)))
    // A source that answered only some of the keywords may show older shares next time.
    const covered = found.map((one) => new Set(one.covered)).reduce((all, some) => all.intersection(some))
    const wanted = await select(watch, hits, watches.stateOf(watch).state())
    await watches.add(watch, { hits: wanted, covered: [...covered] })
  }
}

/** Few at a time: nobody waits for these searches. */
const conc = 4
const deadlineMs = 30_000
/** One client for the shares of capacity. */
const client = 'watches'

/** Runs a search; `covered` are the sources that answered. */
async function findLinks(events: SearchEvents, kw: string, clouds: Watch['clouds']): Promise<Findings> {
  const ext = { details: true, deadline_ms: deadlineMs }
  const request = searchRequest.parse({ kw, conc, ext, ...(clouds && { cloud_types: clouds }) })
  const hits: WatchHit[] = []
  const covered: string[] = []
  for await (const message of events(request, AbortSignal.timeout(2 * deadlineMs), client)) {
    if (message.event === 'links') hits.push(...hitsOf(message.data.merged_by_type))
    if (message.event === 'source' && (message.data.state === 'fresh' || message.data.state === 'cached'))
      covered.push(message.data.source)
  }
  return { hits, covered }
}

function hitsOf(links: LinksByCloud): WatchHit[] {
  return cloudTypes.flatMap((cloud) =>
    (links[cloud] ?? []).map(({ key, url, note, source, password }): WatchHit => {
      return { key: `share ${key ?? url}`, in: 'search', title: note || url, url, source, password, cloud }
    }),
  )
}

/** Whether no search of this scope began in the current interval; one in a later interval began before the clock was set back. */
export function isSearchDue(watch: Watch, { scope, searchedAt }: WatchState, now: number): boolean {
  if (scope !== scopeOf(watch) || searchedAt === 0) return true
  const everyMs = watch.every * 1000
  const offset = Number.parseInt(Buffer.from(watchId(watch)).toString('hex').slice(0, 8), 16) % everyMs
  const intervalOf = (at: number) => Math.floor((at - offset) / everyMs)
  const ahead = intervalOf(searchedAt) - intervalOf(now)
  return ahead < 0 || ahead > 1
}

/** Where and when the archive has seen a share. */
type Sighting = Omit<StoredSighting, 'place' | 'post' | 'at' | 'lastSeenAt' | 'health'>

const maxTitles = 20_000

/** Collects the titles of stored shares until they are drained; those beyond the limit are dropped, and found with the next ones. */
export function createTitleCollector() {
  let titles: string[] = []
  return {
    collect(stored: readonly string[]): void {
      if (titles.length < maxTitles) titles.push(...stored)
    },
    drain(): readonly string[] {
      const drained = titles
      titles = []
      return drained
    },
  }
}

/** The archive writes in the background: what was just stored is found after this time. */
const delayMs = 10_000
/** Older posts are not reported, because the state may have forgotten it. */
const maxAgeMs = 29 * 24 * 60 * 60_000

function createArchiveWatch({ watches, shares, epochMs }: WatchContext, archive: NonNullable<WatchContext['archive']>) {
  const select = createShareSelector(shares)
  /** When to ask for a watch; at the start for all. */
  const dueAt = new Map<string, number>()

  /** Whether it is time to ask for a watch, given the titles that were just stored. */
  function isDue(watch: Watch, titles: readonly string[]): boolean {
    const key = scopedId(watch)
    const due = dueAt.get(key) ?? epochMs()
    const isStored = due === Number.POSITIVE_INFINITY && titles.some(createWatchMatcher(watch))
    dueAt.set(key, isStored ? epochMs() + delayMs : due)
    return due !== Number.POSITIVE_INFINITY && !isRunning(due, epochMs(), delayMs)
  }

  async function newShares(watch: Watch): Promise<readonly WatchHit[]> {
    const state = watches.stateOf(watch).state()
    const { since } = state
    const oldest = Math.max(since, epochMs() - maxAgeMs)
    const isMatch = createWatchMatcher(watch)
    const found = await Promise.all(keywordsOf(watch).map((keyword) => archive.find(keyword, watch.clouds)))
    const hits = found.flatMap((sightings) => [
      ...Map.groupBy(sightings, ({ key }) => key)
        .values()
        .flatMap((same) => hitOf(same, oldest))
        .filter(({ title }) => isMatch(foldWords(title))),
    ])
    return await select(watch, hits, state)
  }

  return async function askArchive(): Promise<void> {
    const titles = archive.storedTitles()
    const watching = watches.all().filter((watch) => watch.in.includes('archive'))
    const keys = new Set(watching.map(scopedId))
    for (const key of dueAt.keys()) if (!keys.has(key)) dueAt.delete(key)
    const due = watching.filter((watch) => isDue(watch, titles))
    for (const watch of due) {
      // The time when the state begins identifies posts older than the watch.
      if (!(await watches.stateOf(watch).change((state) => inScope(state, watch, epochMs())))) continue
      dueAt.set(scopedId(watch), Number.POSITIVE_INFINITY)
      await watches.add(watch, { hits: await newShares(watch), covered: [] })
    }
  }
}

/** The hit of a share; none without sightings. */
function hitOf(sightings: readonly Sighting[], oldest: number): WatchHit[] {
  const [newest] = sightings
  if (!newest) return []
  const { key, type: cloud, url, password, source, title, heading } = newest
  const fullTitle = [heading, title].filter((part) => part !== '').join(' ')
  const isOld = Math.min(...sightings.map(({ firstSeenAt }) => firstSeenAt)) < oldest
  return [{ in: 'archive', key: `share ${key}`, title: fullTitle || url, url, source, cloud, password, isOld }]
}

/** Returns functions that do what is due; call each about once a second. None rejects, and none runs twice at once. */
export function createWatchRunner(context: WatchContext) {
  const { archive, onError } = context
  const askArchive = archive ? createArchiveWatch(context, archive) : async () => undefined
  return {
    matchLists: oneAtATime(createListWatch(context), onError),
    askArchive: oneAtATime(askArchive, onError),
    searchAgain: oneAtATime(createSearchWatch(context), onError),
  }
}

function oneAtATime(run: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }
}
