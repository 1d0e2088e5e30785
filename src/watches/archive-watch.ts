// Asks the archive what is new for a watch, after titles with its words were stored, and once at the start.
import { isRunning } from '../async/ages.ts'
import type { CloudType } from '../contract/cloud-types.ts'
import { foldWords } from '../contract/fold-text.ts'
import { createWatchMatcher, keywordsOf, scopeOf, type Watch, type WatchHit, watchId } from './watch.ts'
import { inScope } from './watch-state.ts'
import type { Watches } from './watches.ts'

/** Where and when the archive has seen a share. */
interface Sighting {
  readonly key: string
  readonly type: CloudType
  readonly url: string
  readonly password: string
  readonly source: string
  readonly title: string
  readonly heading: string
  /** Epoch milliseconds. */
  readonly firstSeenAt: number
}

export interface WatchedArchive {
  /** The folded titles stored since the last call. */
  readonly storedTitles: () => readonly string[]
  /** The newest sightings for a keyword, in which shares occur several times. */
  find(keyword: string, clouds: readonly CloudType[] | undefined): Promise<readonly Sighting[]>
}

interface ArchiveWatchOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly archive: WatchedArchive
  readonly epochMs: () => number
}

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

export function createArchiveWatch({ watches, archive, epochMs }: ArchiveWatchOptions) {
  /** When to ask for a watch, by its id and words; at the start for all. */
  const dueAt = new Map<string, number>()

  /** Whether it is time to ask for a watch, given the titles that were just stored. */
  function isDue(watch: Watch, titles: readonly string[]): boolean {
    const key = dueKey(watch)
    const due = dueAt.get(key) ?? epochMs()
    const isStored = due === Number.POSITIVE_INFINITY && titles.some(createWatchMatcher(watch))
    dueAt.set(key, isStored ? epochMs() + delayMs : due)
    return due !== Number.POSITIVE_INFINITY && !isRunning(due, epochMs(), delayMs)
  }

  async function newShares(watch: Watch): Promise<WatchHit[]> {
    const { since } = watches.stateOf(watch).state()
    const oldest = Math.max(since, epochMs() - maxAgeMs)
    const isMatch = createWatchMatcher(watch)
    const found = await Promise.all(keywordsOf(watch).map((keyword) => archive.find(keyword, watch.clouds)))
    return found.flatMap((sightings) => [
      ...Map.groupBy(sightings, ({ key }) => key)
        .values()
        .flatMap((same) => hitOf(same, oldest))
        .filter(({ title }) => isMatch(foldWords(title))),
    ])
  }

  function forgetRemoved(watching: readonly Watch[]): void {
    const keys = new Set(watching.map(dueKey))
    for (const key of dueAt.keys()) if (!keys.has(key)) dueAt.delete(key)
  }

  return async function askArchive(): Promise<void> {
    const titles = archive.storedTitles()
    const watching = watches.all().filter((watch) => watch.in.includes('archive'))
    forgetRemoved(watching)
    const due = watching.filter((watch) => isDue(watch, titles))
    for (const watch of due) {
      // The time when the state begins identifies posts older than the watch.
      if (!(await watches.stateOf(watch).change((state) => inScope(state, watch, epochMs())))) continue
      dueAt.set(dueKey(watch), Number.POSITIVE_INFINITY)
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

function dueKey(watch: Watch): string {
  return `${watchId(watch)} ${scopeOf(watch)}`
}
