// Finds which names are names of one work: 流浪地球 and The Wandering Earth, 遮天 and Zhe Tian. Each rule joins two names.
import { foldText } from '../../contract/fold-text.ts'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { modeOf } from './grouped-title.ts'
import { hasIdeograph } from './mark.ts'
import type { WorkName } from './name.ts'
import { pinyinInitials, syllableInitials } from './pinyin-initials.ts'
import type { RecognisedTitle } from './recognise.ts'
import { isWeakWord } from './scan-marks.ts'

/** Of two names the shorter one names the family, a Chinese one before a Latin one, and what was searched for before all. */
const latinRank = 1000
/** One letter is the initial of too many names. */
const minSyllables = 2
/** `it` and `us` begin too many names. */
const minLatinLetters = 3
const yearDigits = 4

/** The families of all titles of one search. `query` is the folded search word without blanks. */
export function createFamilies(titles: readonly RecognisedTitle[], query: string): (name: WorkName) => string {
  const sets = createDisjointSets((text) => (text === query ? 0 : text.length + (hasIdeograph(text) ? 0 : latinRank)))
  const latinOnly = titles.filter(({ chinese, latin }) => chinese === undefined && latin !== undefined)
  const series = latinOnly.flatMap(({ latin, class: kind }) => (kind === 'series' && latin ? [latin.base] : []))
  const latinSeries = new Set(series.filter((base) => !hasIdeograph(base)))
  joinScripts(titles, sets)
  joinSpellings(titles, sets)
  joinPinyin(titles, latinOnly, sets)
  if (!series.includes(query) && titles.some((title) => isSearchedSeries(title, query)))
    joinForeignTitle(series, latinSeries, query, sets)
  for (const title of latinOnly) {
    joinLonger(title, latinSeries, sets)
    joinHost(title, latinSeries, sets)
  }
  return ({ base }) => sets.find(base)
}

/** A title has both names: 流浪地球.The.Wandering.Earth.2019; not Harry Potter beside 哈利波特与密室, since the name is known as that of a series. */
function joinScripts(titles: readonly RecognisedTitle[], sets: DisjointSets): void {
  for (const { chinese, latin } of titles) {
    if (chinese === undefined || latin === undefined || chinese.rest.length > 0) continue
    const { base, rest } = latin
    const isName = hasIdeograph(base) ? rest.length === 0 : base.length >= minLatinLetters && /[a-z]{2}/.test(base)
    if (isName) sets.join(chinese.base, base)
  }
}

/**
 * A title is also known by what stands after a slash, if another title has only that, and by both scripts written as one:
 * 竞速 OVERTAKE! is 竞速OVERTAKE; 三体 Netflix is no 三体netflix unless a title is written so.
 */
function joinSpellings(titles: readonly RecognisedTitle[], sets: DisjointSets): void {
  const bases = new Set(titles.flatMap(({ chinese }) => chinese?.base ?? []))
  for (const { chinese, latin, aliases } of titles) {
    if (chinese === undefined) continue
    for (const other of [...aliases, `${chinese.base}${latin?.base ?? ''}`]) {
      if (bases.has(other)) sets.join(chinese.base, other)
    }
  }
}

/** A Latin name is the pinyin of a Chinese one: Fan Ren Xiu Xian Zhuan; not The Expanse, whose words are no syllables. */
function joinPinyin(
  titles: readonly RecognisedTitle[],
  latinOnly: readonly RecognisedTitle[],
  sets: DisjointSets,
): void {
  if (latinOnly.length === titles.length) return
  const latins = new Map<string, string>()
  for (const { latin, title } of latinOnly) {
    const initials = syllableInitials(foldText(title))
    if (latin && initials !== undefined && initials.length >= minSyllables) latins.set(initials, latin.base)
  }
  if (latins.size === 0) return
  for (const base of new Set(titles.map(({ chinese }) => chinese?.base ?? ''))) {
    const latin = hasIdeograph(base) ? latins.get(pinyinInitials(base)) : undefined
    if (latin !== undefined) sets.join(base, latin)
  }
}

function isSearchedSeries({ chinese, class: kind, year, folded }: RecognisedTitle, query: string): boolean {
  if (chinese?.base !== query) return false
  if (kind === 'collection') return !/部|系列/.test(folded)
  return kind === 'series' || (kind === 'video' && year === undefined && chinese.number === undefined)
}

/**
 * Who searches a series by its Chinese title gets it by its foreign one too: it is the most frequent Latin name of series in the answer.
 * A spin-off counts for the series whose name it begins with: Naruto Shippuden for Naruto. Films are joined by their years instead.
 */
function joinForeignTitle(
  series: readonly string[],
  names: ReadonlySet<string>,
  query: string,
  sets: DisjointSets,
): void {
  const counted = series.filter((name) => names.has(name)).map((name) => beginnings(name, names)[0] ?? name)
  const main = modeOf(counted)
  if (main !== undefined) sets.join(query, main)
}

/**
 * A Latin title that is the name of a series and more words is an episode of it, if it has no season and no year: Friends The One, Lost ITA.
 * Fear the Walking Dead S01 is none of The Walking Dead, and Doctor Who Christmas 2013 is a film.
 */
function joinLonger(
  { latin, class: kind, year }: RecognisedTitle,
  series: ReadonlySet<string>,
  sets: DisjointSets,
): void {
  const base = latin?.base ?? ''
  const start = beginnings(base, series).at(-1)
  if (start === undefined) return
  const more = base.slice(start.length)
  if ((kind === 'video' && year === undefined) || isWeakWord(more) || /^[a-z]?\d+$/.test(more)) sets.join(base, start)
}

/** The name of a host is that of the show, in a title with a date: Jimmy Fallon 2020.02.14 is The Tonight Show with Jimmy Fallon; not Jimmy Fallon S01. */
function joinHost({ latin, marks }: RecognisedTitle, series: ReadonlySet<string>, sets: DisjointSets): void {
  const base = latin?.base ?? ''
  const isDated = marks.some(({ name, start, end }) => name === 'year' && end - start > yearDigits)
  for (const show of isDated ? series : []) {
    if (show.endsWith(base) && (show.endsWith(`with${base}`) || show.endsWith(`starring${base}`))) sets.join(base, show)
    if (base.endsWith(`with${show}`) || base.endsWith(`starring${show}`)) sets.join(base, show)
  }
}

/** The other names that a name begins with, the shortest first. */
function beginnings(name: string, names: ReadonlySet<string>): readonly string[] {
  const found: string[] = []
  for (let end = minLatinLetters; end < name.length; end += 1) {
    const start = name.slice(0, end)
    if (names.has(start)) found.push(start)
  }
  return found
}
