// Searches the cached items of all enabled lists for words; makes no upstream request.
import { setImmediate as pause } from 'node:timers/promises'
import type { FindAnswer, FindRequest, FoundItem } from '../contract/hotlist-find.ts'
import { fold } from '../reading/fold.ts'
import type { HotList } from './accept-family.ts'
import type { ListItem } from './fit-items.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { itemsOf } from './shape.ts'

/** Lists read from the cache in parallel; some may be on disk. */
const readAtOnce = 16

const allItems = Number.POSITIVE_INFINITY

/** Finds items that contain all words of `q`: better ranks first, equal ranks in the order of the lists. */
export async function findItems(
  { q, limit, column }: FindRequest,
  { all, known }: Pick<Lists, 'all' | 'known'>,
): Promise<Omit<FindAnswer, 'apiVersion' | 'timestamp'>> {
  const lists = all.filter((list) => list.isEnabled && (column?.includes(list.column) ?? true))
  const words = fold(q)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const found: FoundItem[] = []
  let searched = 0
  for (let at = 0; at < lists.length; at += readAtOnce) {
    const answers = await Promise.all(lists.slice(at, at + readAtOnce).map((list) => known(list)))
    for (const answer of answers) {
      if (answer?.at === undefined) continue
      searched += 1
      found.push(...foundIn(answer, answer.at, words))
    }
    // Yields to the event loop so that other requests are answered.
    await pause()
  }
  const results = found.toSorted((one, other) => one.item.rank - other.item.rank).slice(0, limit)
  return { count: results.length, total: found.length, searched, lists: lists.length, results }
}

function foundIn({ list, items, isStale }: ListAnswer, at: Date, words: readonly string[]): FoundItem[] {
  const fitting = items.map((item) => (item && hasAll(item, words) ? item : undefined))
  if (!fitting.some((item) => item !== undefined)) return []
  const where = { ...nameOf(list), updatedAt: at.getTime(), stale: isStale }
  return itemsOf(fitting, allItems).map((item) => ({ ...where, item }))
}

function nameOf({ id, name, title, color, column }: HotList) {
  return { id, name, ...(title === undefined ? {} : { title }), color, column }
}

/** Whether each word occurs in one of the item's visible texts. */
function hasAll({ title, hover = '', info = '' }: ListItem, words: readonly string[]): boolean {
  const text = fold(`${title}\n${hover}\n${info}`)
  return words.every((word) => text.includes(word))
}
