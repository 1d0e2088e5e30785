// Asks the archive what is new for a watch, after titles with its words were stored, and once at the start.
import { isRunning } from '../async/ages.ts'
import { foldWords } from '../contract/fold-text.ts'
import type { ArchivePort } from './ports.ts'
import { createWatchMatcher, keywordsOf, scopeOf, type Watch, type WatchHit, watchId } from './watch.ts'
import { inScope } from './watch-state.ts'
import type { Watches } from './watches.ts'

interface ArchiveWatchOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly archive: ArchivePort
  readonly epochMs: () => number
}

/** The archive writes in the background: what was just stored is found after this time. */
const delayMs = 10_000
/** What is older than this is not reported, because the state may have forgotten it. */
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
    return found
      .flat()
      .filter(({ title }) => isMatch(foldWords(title)))
      .map(({ firstSeenAt, ...share }) => ({ ...share, in: 'archive', isOld: firstSeenAt < oldest }))
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
      // What is older than the watch is known by the time when the state begins.
      if (!(await watches.stateOf(watch).change((state) => inScope(state, watch, epochMs())))) continue
      dueAt.set(dueKey(watch), Number.POSITIVE_INFINITY)
      await watches.add(watch, { hits: await newShares(watch), covered: [] })
    }
  }
}

function dueKey(watch: Watch): string {
  return `${watchId(watch)} ${scopeOf(watch)}`
}
