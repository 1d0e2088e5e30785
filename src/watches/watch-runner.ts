// Runs the watches: matches refreshed lists, asks the archive what is new, and searches again from time to time.
import { createArchiveWatch, type WatchedArchive } from './archive-watch.ts'
import { createListWatch, type ListWatchOptions } from './list-watch.ts'
import { createSearchWatch, type SearchWatchOptions } from './search-watch.ts'

interface WatchRunnerOptions extends ListWatchOptions, SearchWatchOptions {
  /** Undefined where nothing is archived. */
  readonly archive: WatchedArchive | undefined
  readonly onError: (error: unknown) => void
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
