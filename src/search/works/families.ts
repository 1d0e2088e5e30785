// Finds which names are names of one work: 流浪地球 and The Wandering Earth, Naruto and 火影忍者. Each rule joins two names.
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { modeOf } from './grouped-title.ts'
import type { WorkName } from './known-names.ts'
import { hasIdeograph } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

/** Of two names the shorter one names the family, a Chinese one before a Latin one, and what was searched for before all. */
const latinRank = 1000
/** `it` and `us` begin too many names. */
const minLatinLetters = 3

/** The families of all titles of one search. `query` is the folded search word without blanks. */
export function createFamilies(titles: readonly RecognisedTitle[], query: string): (name: WorkName) => string {
  const sets = createDisjointSets((text) => (text === query ? 0 : text.length + (hasIdeograph(text) ? 0 : latinRank)))
  const latinOnly = titles.filter(({ chinese }) => chinese === undefined)
  const series = latinOnly.flatMap(({ latin, class: kind }) => (kind === 'series' && latin ? [latin.base] : []))
  const latinSeries = new Set(series.filter((base) => !hasIdeograph(base)))
  joinOwnNames(titles, sets)
  if (!series.includes(query) && titles.some((title) => isSearchedSeries(title, query))) {
    // Who searches a series by its Chinese title gets it by its foreign one too: it is the most frequent Latin name of series in the answer.
    // A spin-off counts for the series whose name it begins with: Naruto Shippuden for Naruto. Films are joined by their years instead.
    const main = modeOf(
      series.flatMap((name) => (latinSeries.has(name) ? (beginnings(name, latinSeries)[0] ?? name) : [])),
    )
    if (main !== undefined) sets.join(query, main)
  }
  // A Latin title that is the name of a series and more words is an episode of it, if it has no season and no year: Friends The One, Lost ITA.
  // Fear the Walking Dead S01 is none of The Walking Dead, and Doctor Who Christmas 2013 is a film.
  for (const { latin, class: kind, year } of latinOnly) {
    const start = kind === 'video' && latin ? beginnings(latin.base, latinSeries).at(-1) : undefined
    if (start !== undefined && year === undefined) sets.join(latin?.base ?? '', start)
  }
  return ({ base }) => sets.find(base)
}

/**
 * A title has both names: 流浪地球.The.Wandering.Earth.2019; not 哈利波特与密室.Harry.Potter, since the name is known as that of a series. It is
 * also known by what stands after a slash, if another title has only that, and by both scripts written as one: 竞速 OVERTAKE! is 竞速OVERTAKE;
 * 三体 Netflix is no 三体netflix unless a title is written so.
 */
function joinOwnNames(titles: readonly RecognisedTitle[], sets: DisjointSets): void {
  const bases = new Set(titles.flatMap(({ chinese }) => chinese?.base ?? []))
  for (const { chinese, latin, aliases } of titles) {
    if (chinese === undefined) continue
    const base = latin?.base ?? ''
    for (const other of [...aliases, `${chinese.base}${base}`]) if (bases.has(other)) sets.join(chinese.base, other)
    const isName = hasIdeograph(base)
      ? latin?.rest.length === 0
      : base.length >= minLatinLetters && /[a-z]{2}/.test(base)
    if (isName && chinese.rest.length === 0) sets.join(chinese.base, base)
  }
}

/** Whether a title says that what was searched for is a series, or leaves it open: 火影忍者 1-720集, 火影忍者; not 阿凡达2 2022 or 阿凡达 1-2部. */
function isSearchedSeries({ chinese, class: kind, year, seasons }: RecognisedTitle, query: string): boolean {
  const isOpen = kind === 'video' && year === undefined && chinese?.number === undefined
  return chinese?.base === query && (kind === 'series' || isOpen || (kind === 'collection' && seasons.length > 0))
}

/** The other names that a name begins with, the shortest first. */
function beginnings(name: string, names: ReadonlySet<string>): readonly string[] {
  const ends = Array.from({ length: Math.max(name.length - minLatinLetters, 0) }, (_, index) => minLatinLetters + index)
  return ends.map((end) => name.slice(0, end)).filter((start) => names.has(start))
}
