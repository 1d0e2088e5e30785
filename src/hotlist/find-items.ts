// Searches the cached items of all enabled lists for words; makes no upstream request.
import { setImmediate as pause } from 'node:timers/promises'
import { foldWords } from '../contract/fold-text.ts'
import type { FindAnswer, FindRequest, FoundItem } from '../contract/hotlist-find.ts'
import { containsAll, type SearchWord, searchWords } from '../contract/match-words.ts'
import type { HotList } from './build-lists.ts'
import type { ListAnswer, Lists } from './lists.ts'
import type { ListItem } from './sanitize-items.ts'
import { toItems } from './to-contract.ts'

const maxParallelReads = 16

/** Finds items that contain all words of `q`: better ranks first, equal ranks in the order of the lists. */
export async function findItems(
  { q, limit, column }: FindRequest,
  { all, known }: Pick<Lists, 'all' | 'known'>,
): Promise<Omit<FindAnswer, 'apiVersion' | 'timestamp'>> {
  const lists = all.filter((list) => list.isEnabled && (column?.includes(list.column) ?? true))
  const words = searchWords(foldWords(q)).map(atEdgeIfShort)
  const found: FoundItem[] = []
  const missing: string[] = []
  for (let at = 0; at < lists.length; at += maxParallelReads) {
    const answers = await Promise.all(lists.slice(at, at + maxParallelReads).map((list) => known(list)))
    for (const [index, answer] of answers.entries()) {
      if (answer?.at !== undefined) found.push(...matchesIn(answer, answer.at, words))
      else missing.push(...lists.slice(at + index, at + index + 1).map(({ id }) => id))
    }
    // Yields to the event loop so that other requests are answered.
    await pause()
  }
  const results = found.toSorted((one, other) => one.item.rank - other.item.rank).slice(0, limit)
  const searched = lists.length - missing.length
  return { count: results.length, total: found.length, searched, lists: lists.length, missing, results }
}

/** A short Latin word is within many English words: `ai` is found in `openai` and `aigc`, not in `said`. */
function atEdgeIfShort(word: SearchWord): SearchWord {
  const { text } = word
  if (!/^[a-z]{1,3}$/.test(text)) return word
  // Looks at the characters around each place of the word.
  const hasEdge = (parts: readonly string[]) =>
    parts.slice(1).some((after, at) => !/[a-z]$/.test(parts[at] ?? '') || !/^[a-z]/.test(after))
  return { text, isIn: (folded) => word.isIn(folded) && (!folded.includes(text) || hasEdge(folded.split(text))) }
}

function matchesIn({ list, items, isStale }: ListAnswer, at: Date, words: readonly SearchWord[]): FoundItem[] {
  const matches = items.map((item) => (item && containsAll(foldedText(item), words) ? item : undefined))
  if (!matches.some((item) => item !== undefined)) return []
  const listInfo = { ...listFields(list), updatedAt: at.getTime(), stale: isStale }
  return toItems(matches).map((item) => ({ ...listInfo, item }))
}

export function listFields({ id, name, title, color, column }: HotList) {
  return { id, name, title, color, column }
}

function foldedText({ title, hover = '', info = '' }: ListItem): string {
  return foldWords(`${title}\n${hover}\n${info}`)
}
