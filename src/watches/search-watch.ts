// Repeats the searches of watches: each once in its interval, one at a time, and not while the service has no capacity.
import { type CloudType, cloudTypes } from '../contract/cloud-types.ts'
import { foldWords } from '../contract/fold-text.ts'
import { type SearchRequest, searchRequest } from '../contract/search.ts'
import type { StreamSource } from '../contract/search-events.ts'
import { createWatchMatcher, keywordsOf, scopeOf, type Watch, type WatchHit, watchId } from './watch.ts'
import { type Findings, inScope, type WatchState } from './watch-state.ts'
import type { Watches } from './watches.ts'

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

export interface SearchWatchOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly search: { readonly events: SearchEvents }
  /** Whether the service has no capacity for searches that nobody waits for. */
  readonly isBusy: () => boolean
  readonly epochMs: () => number
}

export function createSearchWatch({ watches, search, isBusy, epochMs }: SearchWatchOptions) {
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
    await watches.add(watch, { hits, covered: [...covered] })
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
