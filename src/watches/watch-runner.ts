// Runs the watches: matches refreshed lists, asks the archive what is new, and searches again from time to time.
import { createArchiveWatch } from './archive-watch.ts'
import { createListWatch } from './list-watch.ts'
import type { ArchivePort, ListPort, SearchPort } from './ports.ts'
import { createSearchWatch } from './search-watch.ts'
import type { Watches } from './watches.ts'

interface WatchRunnerOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly lists: ListPort
  /** Undefined where nothing is archived. */
  readonly archive: ArchivePort | undefined
  readonly search: SearchPort
  /** Whether the service has no capacity for searches that nobody waits for. */
  readonly isBusy: () => boolean
  readonly onError: (error: unknown) => void
  readonly epochMs: () => number
}

/** Returns functions that do what is due; call each about once a second. None rejects, and none runs twice at once. */
export function createWatchRunner(options: WatchRunnerOptions) {
  const { archive, onError } = options
  const askArchive = archive ? createArchiveWatch({ ...options, archive }) : async () => undefined
  return {
    matchLists: oneAtATime(createListWatch(options), onError),
    askArchive: oneAtATime(askArchive, onError),
    searchAgain: oneAtATime(createSearchWatch(options), onError),
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
