// Finds which names are names of one work: 流浪地球 and The Wandering Earth, 遮天 and Zhe Tian.

import { foldText } from '../../contract/fold-text.ts'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { countsOf, modeOf } from './grouped-title.ts'
import { hasIdeograph } from './mark.ts'
import type { WorkName } from './name.ts'
import { pinyinInitials, syllableInitials } from './pinyin-initials.ts'
import type { RecognisedTitle } from './recognise.ts'
import { isWeakWord } from './scan-marks.ts'

const minLatinLetters = 3
/** A few letters after the long name of a series that was found often are no other series. */
const minFrequent = 5
const minNamedWithin = 6
const maxYearCharacters = 5
/** Bounds the search for names within names. */
const maxSearchedLetters = 40
const minLongName = 10
const maxStrayLetters = 4
/** Shorter names have the initials of many others, longer ones are not written in pinyin. */
const minSyllables = 2
const maxPinyinCharacters = 12

/** The families of all titles of one search. `query` is the folded search word without blanks. */
export function createFamilies(titles: readonly RecognisedTitle[], query: string): (name: WorkName) => string {
  const sets = createDisjointSets((text) => rankOf(text, query))
  for (const { chinese, latin } of titles) {
    if (chinese && latin && isTranslation(chinese, latin)) sets.join(chinese.base, latin.base)
  }
  const latinOnly = titles.filter(({ chinese, latin }) => chinese === undefined && latin !== undefined)
  joinPinyin(titles, latinOnly, sets)
  joinForeignTitle(titles, latinOnly, sets, query)
  joinLonger(latinOnly, sets)
  joinCollections(titles, latinOnly, sets)
  return ({ base }) => sets.find(base)
}

/** A family is named by what was searched for, else by its shortest Chinese name. */
function rankOf(text: string, query: string): number {
  if (text === query) return 0
  return text.length + (/[一-鿿]/.test(text) ? 0 : 1000)
}

function isTranslation(chinese: WorkName, { base, rest }: WorkName): boolean {
  if (chinese.rest.length > 0) return false
  // A well-known name counts only as a whole: Harry Potter is not the title of each of its films.
  return hasIdeograph(base) ? rest.length === 0 : base.length >= minLatinLetters && /[a-z]{2}/.test(base)
}

/** Names that are the pinyin of another: Fan Ren Xiu Xian Zhuan. */
function joinPinyin(
  titles: readonly RecognisedTitle[],
  latinOnly: readonly RecognisedTitle[],
  sets: DisjointSets,
): void {
  if (latinOnly.length === titles.length) return
  const latins = new Map<string, string>()
  for (const { latin, title } of latinOnly) {
    const initials = syllableInitials(foldText(title))
    if (initials !== undefined && initials.length >= minSyllables && latin) latins.set(initials, latin.base)
  }
  if (latins.size === 0) return
  for (const base of new Set(titles.map(({ chinese }) => chinese?.base ?? ''))) {
    if (base.length < minSyllables || base.length > maxPinyinCharacters) continue
    const latin = latins.get(pinyinInitials(base))
    if (latin !== undefined) sets.join(base, latin)
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
  const isNamedLikeQuery = ({ chinese, class: kind, year, folded }: RecognisedTitle) =>
    chinese?.base === query &&
    (kind === 'series' ||
      (kind === 'video' && year === undefined && chinese.number === undefined) ||
      (kind === 'collection' && !/部|系列/.test(folded)))
  if (!titles.some(isNamedLikeQuery)) return
  const names = latinOnly.flatMap(({ latin, class: kind }) => (kind === 'series' && latin ? [latin.base] : []))
  if (names.includes(query)) return
  // A spin-off counts for the series whose name it begins with: Naruto Shippuden for Naruto.
  const known = new Set(names)
  const unknown = names.filter((name) => !hasIdeograph(name))
  const main = modeOf(unknown.map((name) => shortestPart(name, known)))
  if (main !== undefined) sets.join(query, main)
}

/**
 * A Latin title that begins with the name of a series is a title of it with more words: Lost ITA, Friends The One. A title with a season
 * can be a spin-off instead.
 */
function joinLonger(latinOnly: readonly RecognisedTitle[], sets: DisjointSets): void {
  const bases = latinOnly.flatMap(({ latin, class: kind }) => (kind === 'series' && latin ? [latin.base] : []))
  const counts = countsOf(bases.filter((base) => !hasIdeograph(base)))
  if (counts.size === 0) return
  for (const title of latinOnly) {
    const base = title.latin?.base ?? ''
    const host = isDated(title) ? longestEnd(base, counts) : undefined
    if (host !== undefined) sets.join(base, host)
    const start = longestStart(base, counts)
    if (start !== undefined && isSame(title, base, start, counts)) sets.join(base, start)
  }
}

/** Whether a title that begins with the name of a series only has more words. */
function isSame(title: RecognisedTitle, base: string, start: string, counts: ReadonlyMap<string, number>): boolean {
  const more = base.slice(start.length)
  const isEpisode = title.class === 'video' && title.year === undefined
  return isEpisode || isWeakWord(more) || /^[a-z]?\d+$/.test(more) || isStray(base, start, counts)
}

/** Whether a title names a day, as those of daily shows do. */
function isDated({ marks }: RecognisedTitle): boolean {
  return marks.some(({ name, start, end }) => name === 'year' && end - start > maxYearCharacters)
}

/** Whether a name is that of a series that was found often, with a few more letters. */
function isStray(base: string, start: string, counts: ReadonlyMap<string, number>): boolean {
  const isFrequent = (counts.get(start) ?? 0) >= minFrequent && counts.get(base) === 1
  return isFrequent && start.length >= minLongName && base.length - start.length <= maxStrayLetters
}

/** The longest name of a series that a name begins with. */
function longestStart(name: string, series: ReadonlyMap<string, number>): string | undefined {
  return longestOf(
    series,
    (other) => other.length >= minLatinLetters && isShorter(other, name) && name.startsWith(other),
  )
}

/** Shows that are named by their hosts: Stephen Colbert of The Late Show with Stephen Colbert. */
function longestEnd(name: string, series: ReadonlyMap<string, number>): string | undefined {
  return longestOf(series, (other) => other.length >= minLongName && isShorter(other, name) && name.endsWith(other))
}

function isShorter(other: string, name: string): boolean {
  return other.length < name.length
}

function longestOf(series: ReadonlyMap<string, number>, fits: (name: string) => boolean): string | undefined {
  let longest: string | undefined
  for (const name of series.keys()) {
    if (name.length > (longest?.length ?? 0) && fits(name)) longest = name
  }
  return longest
}

/** The collection with a foreign title is that of the only series of films that was found. */
function joinCollections(
  titles: readonly RecognisedTitle[],
  latinOnly: readonly RecognisedTitle[],
  sets: DisjointSets,
): void {
  const chinese = new Set(
    titles.flatMap((title) => (title.class === 'collection' && title.chinese ? [title.chinese.base] : [])),
  )
  const latin = new Set(
    latinOnly.flatMap((title) => (title.class === 'collection' && title.latin ? [title.latin.base] : [])),
  )
  const [first = ''] = chinese
  const [second = ''] = latin
  if (chinese.size === 1 && latin.size === 1) sets.join(first, second)
}

/** The shortest known name that a name begins with or has within it: Walking Dead for Fear the Walking Dead. */
function shortestPart(name: string, known: ReadonlySet<string>): string {
  const searched = name.slice(0, maxSearchedLetters)
  for (let length = minLatinLetters; length < searched.length; length += 1) {
    const lastStart = length >= minNamedWithin ? searched.length - length : 0
    for (let start = 0; start <= lastStart; start += 1) {
      const part = searched.slice(start, start + length)
      if (known.has(part)) return part
    }
  }
  return name
}
