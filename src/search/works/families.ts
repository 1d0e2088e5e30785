// Finds which names are names of one work: 流浪地球 and The Wandering Earth, 遮天 and Zhe Tian.
import { pinyin } from 'pinyin-pro'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { mostFrequent } from './grouped-title.ts'
import type { RecognisedTitle } from './recognise.ts'
import type { WorkName } from './work-name.ts'

const minLatinLetters = 3
/** Names longer than this are not read as pinyin. */
const maxPinyinCharacters = 12

/** The families of all titles of one search. `query` is the folded search word without blanks. */
export function createFamilies(titles: readonly RecognisedTitle[], query: string): (name: WorkName) => string {
  const sets = createDisjointSets()
  for (const { chinese, latin } of titles) if (chinese && latin && isDistinct(latin)) sets.join(chinese.base, latin.base)
  const latinOnly = titles.filter(({ chinese, latin }) => chinese === undefined && latin !== undefined)
  joinPinyin(titles, latinOnly, sets)
  joinForeignTitle(titles, latinOnly, sets, query)
  return ({ base }) => sets.find(base)
}

function isDistinct({ base }: WorkName): boolean {
  return base.length >= minLatinLetters && /[a-z]{2}/.test(base)
}

/** Names that are the pinyin of another: Fan Ren Xiu Xian Zhuan. */
function joinPinyin(titles: readonly RecognisedTitle[], latinOnly: readonly RecognisedTitle[], sets: DisjointSets): void {
  const latins = new Set(latinOnly.map(({ latin }) => latin?.base ?? ''))
  if (latins.size === 0) return
  for (const base of new Set(titles.map(({ chinese }) => chinese?.base ?? ''))) {
    if (base.length < 2 || base.length > maxPinyinCharacters) continue
    const reading = pinyin(base, { toneType: 'none', v: true, type: 'array' }).join('').toLowerCase()
    if (latins.has(reading)) sets.join(base, reading)
  }
}

/**
 * The foreign title of a series that was searched for by its Chinese title: the most frequent Latin name among the series that were
 * found. Films are joined by their years.
 */
function joinForeignTitle(
  titles: readonly RecognisedTitle[],
  latinOnly: readonly RecognisedTitle[],
  sets: DisjointSets,
  query: string,
): void {
  const isNamedLikeQuery = ({ chinese, class: kind }: RecognisedTitle) => chinese?.base === query && kind === 'series'
  if (!titles.some(isNamedLikeQuery)) return
  const names = latinOnly.flatMap(({ latin, class: kind }) => (kind === 'series' && latin ? [latin.base] : []))
  const main = mostFrequent(names)
  if (main !== undefined) sets.join(query, main)
}
