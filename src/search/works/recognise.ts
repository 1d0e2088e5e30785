// Recognises the work that a title names: its names, kind, year, and what else the title says.
import { foldTitle } from '../../parsing/fold-title.ts'
import { classOf, type WorkClass } from './kind.ts'
import type { TitleMark } from './mark.ts'
import { prepareTitle } from './prepare-title.ts'
import { scanMarks } from './scan-marks.ts'
import { findTitleWords, joined, type TitleWord } from './title-words.ts'
import { namesOf, type WorkName } from './work-name.ts'

export interface RecognisedTitle {
  /** The title that the marks refer to. */
  readonly text: string
  readonly folded: string
  readonly marks: readonly TitleMark[]
  readonly class: WorkClass
  /** The words that name the work, as written; the Chinese ones if there are any. */
  readonly title: string
  /** The words of a second title in another script; `''` if there is none. */
  readonly originalTitle: string
  /** The words folded, without blanks. */
  readonly compact: string
  readonly chinese: WorkName | undefined
  readonly latin: WorkName | undefined
  /** Persons named after the title, such as actors and readers. */
  readonly persons: readonly string[]
  readonly year: number | undefined
  readonly seasons: readonly number[]
  /** 美版, US: which of several series of one name; undefined when the title does not say. */
  readonly region: string | undefined
  readonly isLive: boolean
  readonly isAnimation: boolean
  /** Who reads an audiobook. */
  readonly reader: string | undefined
}

const regions: ReadonlyMap<string, string> = new Map([
  ['us', 'us'],
  ['uk', 'uk'],
  ['il', 'il'],
  ['au', 'au'],
  ['美版', 'us'],
  ['英版', 'uk'],
  ['澳版', 'au'],
  ['澳洲版', 'au'],
  ['日版', 'jp'],
  ['韩版', 'kr'],
  ['泰版', 'th'],
  ['台版', 'tw'],
  ['网飞版', 'netflix'],
  ['奈飞版', 'netflix'],
  ['netflix版', 'netflix'],
  ['国产版', 'cn'],
  ['中国版', 'cn'],
])
const region =
  /(?<![一-鿿])[美英澳日韩泰台]版(?!权)|澳洲版|国产版|中国版|(?:网飞|奈飞|netflix)版|(?<![a-z])(?:us|uk|il|au)(?=[).\]_ ]{1,3}(?:\(?(?:19|20)\d\d|s\d|season|[1-9]x))/
const reader = /([一-鿿]{2,6})(?:播讲|演播|主播|朗读)/

/** The work and the attributes in a title. `query` is what was searched for; it decides which of several names is the title. */
export function recogniseTitle(title: string, query = ''): RecognisedTitle {
  const text = prepareTitle(title)
  const folded = foldTitle(text)
  const wanted = compactOf(query)
  const marks = withoutQuery(scanMarks(folded), folded, wanted)
  const words = findTitleWords(folded, marks, wanted)
  const { chinese, latin, titleWords, originalWords, persons } = namesOf(words, wanted)
  const place = region.exec(folded)?.[0]
  const parts = marks.find(({ name }) => name === 'part')?.numbers?.[0]
  return {
    text,
    folded,
    marks,
    persons,
    chinese: withPart(chinese, parts),
    latin: withPart(latin, parts),
    class: classOf(folded, marks),
    title: written(text, titleWords) || text,
    originalTitle: written(text, originalWords),
    compact: joined(words),
    year: marks.find(({ name }) => name === 'year')?.numbers?.[0],
    seasons: marks.find(({ name }) => name === 'season')?.numbers ?? [],
    region: place === undefined ? undefined : regions.get(place),
    isLive: marks.some(({ kind }) => kind === 'live'),
    isAnimation: marks.some(({ kind }) => kind === 'animation'),
    reader: reader.exec(folded)?.[1],
  }
}

/** Words of a title as written; dots and underscores between Latin words are blanks. */
function written(text: string, words: readonly TitleWord[]): string {
  const found = text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0)
  return found.replaceAll(/[._]/g, ' ').trim()
}

/** What was searched for is a title, even if it looks like a mark: 1984, 考研英语. */
function withoutQuery(marks: readonly TitleMark[], folded: string, query: string): readonly TitleMark[] {
  const start = query === '' ? -1 : folded.indexOf(query)
  const end = start + query.length
  return start < 0 ? marks : marks.filter((mark) => mark.start < start || mark.end > end)
}

function withPart(name: WorkName | undefined, part: number | undefined): WorkName | undefined {
  return name === undefined || part === undefined || name.number !== undefined ? name : { ...name, number: part }
}

/** The folded form of a search word, without blanks and punctuation. */
export function compactOf(query: string): string {
  return foldTitle(query).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
