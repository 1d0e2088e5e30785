// The digest of the day over the hot lists and the watches.
import type { HotLists } from '../hotlist/create-hot-lists.ts'
import { createDigest } from '../watches/digest.ts'
import type { Watch } from '../watches/watch.ts'
import type { Watches } from '../watches/watches.ts'

type Told = Pick<HotLists, 'lists' | 'trends' | 'risers'>

const window = '24h'
const longestAskMs = 20_000

export function createDailyDigest({ lists, trends, risers }: Told, watches: Watches, epochMs: () => number) {
  const digest = createDigest({
    stories: async (limit) => (await trends({ window, limit })).stories,
    risers: async (limit) => (await risers({ window, limit })).risers,
    watches,
    epochMs,
  })
  return {
    digest,
    /** The events of a daily message. It tells of the lists as they are then, also where nobody looks at them. */
    async digestFor(watch: Watch) {
      await askFirstLists(lists)
      return await digest.eventsFor(watch)
    },
  }
}

async function askFirstLists({ all, one }: HotLists['lists']): Promise<void> {
  const signal = AbortSignal.timeout(longestAskMs)
  const first = all.filter(({ isEnabled, type, column }) => isEnabled && type === 'hottest' && column === 'china')
  await Promise.allSettled(first.map((list) => one(list, { force: false, signal })))
}
