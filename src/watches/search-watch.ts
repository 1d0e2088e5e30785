// Repeats the searches of watches, one at a time, and not while the service has no capacity.
import { foldWords } from '../contract/fold-text.ts'
import type { SearchPort } from './ports.ts'
import { isSearchDue } from './search-times.ts'
import { createWatchMatcher, keywordsOf, type Watch } from './watch.ts'
import { type Findings, inScope } from './watch-state.ts'
import type { Watches } from './watches.ts'

interface SearchWatchOptions {
  readonly watches: Pick<Watches, 'all' | 'add' | 'stateOf'>
  readonly search: SearchPort
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
    for (const keyword of keywordsOf(watch)) found.push(await search(keyword, watch.clouds))
    const isMatch = createWatchMatcher(watch)
    const hits = found.flatMap((one) => one.hits).filter(({ title }) => isMatch(foldWords(title)))
    // A source that answered only some of the keywords may show older shares next time.
    const covered = found.map((one) => new Set(one.covered)).reduce((all, some) => all.intersection(some))
    await watches.add(watch, { hits, covered: [...covered] })
  }
}
