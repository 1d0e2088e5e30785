// What a watch asks of shares besides its words: a later episode, and that they are alive.
import type { CheckItem, CheckResult } from '../contract/check.ts'
import { digest, type Watch, type WatchHit } from './watch.ts'
import type { WatchState } from './watch-state.ts'

export interface WatchedShares {
  /** The last episode that a title names. */
  readonly episodeOf: (title: string) => Promise<number | undefined>
  /** Resolves by the deadline to one result per item; rejects where there is no capacity. */
  readonly check: (
    items: readonly CheckItem[],
    options: { readonly deadlineMs: number; readonly signal: AbortSignal; readonly client: string },
  ) => Promise<readonly Pick<CheckResult, 'url' | 'state'>[]>
}

/** Longer than most clouds take. */
const deadlineMs = 20_000
/** One client for the shares of capacity. */
const client = 'watches'

/** Creates the function that selects the shares that a watch asks for. */
export function createShareSelector({ episodeOf, check }: WatchedShares) {
  /** The addresses of dead shares. One that could not be checked may be alive. */
  async function findDead(shares: readonly WatchHit[]): Promise<ReadonlySet<string>> {
    if (shares.length === 0) return new Set()
    const items = shares.map(({ url, password = '' }) => ({ disk_type: '', url, password }))
    const { signal } = new AbortController()
    const results = await check(items, { deadlineMs, signal, client }).catch(() => [])
    return new Set(results.flatMap(({ state, url }) => (state === 'bad' ? url : [])))
  }

  return async (
    watch: Watch,
    hits: readonly WatchHit[],
    { seen, covered }: WatchState,
  ): Promise<readonly WatchHit[]> => {
    const { fromEpisode, living = false } = watch
    const wanted = fromEpisode === undefined ? hits : await laterEpisodes(hits, fromEpisode, episodeOf)
    if (!living) return wanted
    // What is known, or was there at first, is told to nobody.
    const isNew = ({ key, isOld, source }: WatchHit) =>
      seen[digest(key)] === undefined && !(isOld ?? !covered.includes(source))
    const dead = await findDead(wanted.filter(isNew))
    return wanted.filter(({ url }) => !dead.has(url))
  }
}

/** An episode is one find, whichever share has it first. */
async function laterEpisodes(
  hits: readonly WatchHit[],
  fromEpisode: number,
  episodeOf: WatchedShares['episodeOf'],
): Promise<readonly WatchHit[]> {
  const episodes = await Promise.all(hits.map(({ title }) => episodeOf(title)))
  return hits.flatMap((hit, index) => {
    const episode = episodes[index]
    if (episode === undefined || episode < fromEpisode) return []
    return { ...hit, key: `episode ${episode}`, isOld: false }
  })
}
