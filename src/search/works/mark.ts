// The pieces of a title that describe a file.
import { numbersBetween } from './numerals.ts'

export type MarkName =
  | 'year'
  | 'years'
  | 'season'
  | 'part'
  | 'parts'
  | 'episodes'
  | 'quality'
  | 'source'
  | 'codec'
  | 'hdr'
  | 'audio'
  | 'language'
  | 'size'
  | 'format'
  | 'edition'
  | 'platform'
  | 'version'
  | 'kind'
  | 'origin'
  | 'noise'

/** A piece of a title from `start` up to `end`. */
export interface TitleMark {
  readonly name: MarkName
  readonly start: number
  readonly end: number
  /** The year, the seasons, the number of a part, the year of an episode; empty for all seasons. */
  readonly numbers: readonly number[] | undefined
  /** The kind that the word means, for marks with the name `kind`. */
  readonly kind: KindWord | undefined
}

/** Groups of words in `kinds.json`. */
export type KindWord =
  | 'film'
  | 'series'
  | 'live'
  | 'animation'
  | 'show'
  | 'documentary'
  | 'audiobook'
  | 'comic'
  | 'book'
  | 'music'
  | 'course'
  | 'software'
  | 'game'

/** The seasons or parts from `first` to `last`; without `last` just one. */
export function numbered(first: number | undefined, last: number | undefined): readonly number[] {
  if (first === undefined) return []
  return last === undefined || last <= first ? [first] : numbersBetween(first, last)
}
