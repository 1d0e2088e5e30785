// Recognises the work that a title names: its names, kind, year, and what else the title says.
import { foldText } from '../../contract/fold-text.ts'
import { classOf, type WorkClass } from './kind.ts'
import { knownName, type WorkName } from './known-names.ts'
import type { KindWord, TitleMark } from './mark.ts'
import { isPerson, isPersonName } from './persons.ts'
import { prepareTitle } from './prepare-title.ts'
import regions from './regions.json' with { type: 'json' }
import { scanMarks } from './scan-marks.ts'
import { type Chunk, chunksOf, findTitleWords, joined, type TitleWord } from './title-words.ts'
import { namesOf } from './work-name.ts'

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
  /** Other Chinese titles, after a slash: 新石纪 / 石纪元. */
  readonly aliases: readonly string[]
  /** The words folded, without blanks. */
  readonly compact: string
  readonly chinese: WorkName | undefined
  readonly latin: WorkName | undefined
  /** Persons named after other words, such as actors and readers. */
  readonly persons: readonly string[]
  readonly year: number | undefined
  readonly seasons: readonly number[]
  /** 美版, US: which of several series of one name; undefined when the title does not say. */
  readonly region: string | undefined
  readonly isLive: boolean
  readonly isAnimation: boolean
  /** The name of the season after its number: 第三季 乌野VS白鸟泽. */
  readonly seasonName: string | undefined
  /** The reader of an audiobook. */
  readonly reader: string | undefined
}

const countries: ReadonlyMap<string, string> = new Map(Object.entries(regions))
/** 美版, 英国版, Netflix版; not 完美版, 精英版, 中英版. */
const country =
  /(?<![完精唯绝中简繁双国])(美|英|澳|日|韩|泰|台|法|德|印|俄|美国|英国|澳洲|澳大利亚|日本|韩国|泰国|台湾|法国|德国|印度|俄罗斯|西班牙|意大利|加拿大|以色列|土耳其|墨西哥|巴西|波兰|瑞典|丹麦|国产|中国|大陆|内地|网飞|奈飞|netflix)版(?!权)/
/** Before a year or a season only. */
const latinCountry = /(?<![a-z])(us|uk|il|au|nz|ca)[).\]_ ]{1,3}(?:\(?(?:19|20)\d\d|s\d|season|[1-9]x)/
const reader = /([一-鿿]{2,6})(?:播讲|演播|主播|朗读)|(?:播讲|演播|主播|朗读|评书)[:\s]+([一-鿿]{2,4})(?![一-鿿])/
const yearDigits = 4

/** The work and the attributes in a title. `query` is what was searched for; it decides which of several names is the title. */
export function recogniseTitle(title: string, query = ''): RecognisedTitle {
  return createRecogniser(query)(title)
}

/** Recognises the titles of a search for `query`. */
export function createRecogniser(query: string): (title: string) => RecognisedTitle {
  const letters = compactOf(query)
  const name = knownName([letters])?.base ?? letters
  return (title) => recognise(title, letters, name)
}

/** `query`: what was searched for, folded, without blanks; `known`: the name that it is known by. */
function recognise(title: string, query: string, known: string): RecognisedTitle {
  const text = prepareTitle(title)
  const folded = foldText(text)
  const marks = withoutQuery(withoutNamedYear(scanMarks(folded), folded), folded, query, known)
  const chunks = chunksOf(folded, marks)
  const words = findTitleWords(chunks, query)
  const { chinese, latin, titleWords, originalWords } = namesOf(words, query)
  const part = marks.find(({ name }) => name === 'part')?.numbers?.[0]
  const season = marks.find(({ name }) => name === 'season')
  // The date of an episode says the year, too.
  const year = marks.find(({ name, numbers }) => name === 'year' || (name === 'episodes' && numbers !== undefined))
  const says = (word: KindWord) => marks.some(({ kind }) => kind === word)
  return {
    text,
    folded,
    marks,
    persons: personsIn(chunks, words[0]),
    chinese: withPart(chinese, part),
    latin: withPart(latin, part),
    class: classOf(folded, marks),
    title: written(text, titleWords) || text,
    originalTitle: written(text, originalWords),
    aliases: text.includes('/') ? aliasesIn(chunks) : [],
    compact: joined(words),
    year: year?.numbers?.[0],
    seasons: season?.numbers ?? [],
    region: regionOf(folded),
    isLive: says('live'),
    isAnimation: says('animation'),
    seasonName: seasonNameIn(text, chunks, season),
    reader: says('audiobook') ? readerOf(folded) : undefined,
  }
}

function withPart(name: WorkName | undefined, part: number | undefined): WorkName | undefined {
  return name === undefined || part === undefined || name.number !== undefined ? name : { ...name, number: part }
}

function aliasesIn(chunks: readonly Chunk[]): readonly string[] {
  const words = chunks.flatMap((chunk) => (chunk.bracket === '(' ? [] : chunk.words))
  return words.filter(({ isChinese, gap }) => isChinese && gap.includes('/')).map(({ text }) => text)
}

/** Persons between other words, and before a title: 李宏毅2023机器学习课程. */
function personsIn(chunks: readonly Chunk[], first: TitleWord | undefined): readonly string[] {
  const persons: string[] = []
  for (const { words } of chunks) {
    for (const word of words)
      if (isPerson(word) || (word.start === 0 && word !== first && isPersonName(word.text))) persons.push(word.text)
  }
  return persons
}

const minSeasonName = 3
const seasonGap = /^[\s·:：-]{1,3}$/

/** One Chinese word right after the season that names no person; not 国语 or 全集, which are marks. */
function seasonNameIn(text: string, chunks: readonly Chunk[], season: TitleMark | undefined): string | undefined {
  if (season?.numbers?.length !== 1) return undefined
  const words = chunks.find((chunk) => (chunk.words[0]?.start ?? 0) >= season.end)?.words ?? []
  const [word] = words
  if (word === undefined || words.length > 1 || !word.isChinese || word.text.length < minSeasonName) return undefined
  const isName = seasonGap.test(text.slice(season.end, word.start)) && !isPersonName(word.text)
  return isName ? text.slice(word.start, word.end) : undefined
}

function regionOf(folded: string): string | undefined {
  const [, named = ''] = folded.includes('版') ? (country.exec(folded) ?? []) : []
  return countries.get(named) ?? latinCountry.exec(folded)?.[1]
}

function readerOf(folded: string): string | undefined {
  const [, before, after] = reader.exec(folded) ?? []
  return before ?? (after !== undefined && isPersonName(after) ? after : undefined)
}

/** Words of a title as written; dots between Latin words are blanks. */
function written(text: string, words: readonly TitleWord[]): string {
  const [first] = words
  if (first === undefined) return ''
  const found = text.slice(first.start, (words.at(-1) ?? first).end)
  // Dots beside blanks belong to the words: 2.5 Dimensional, The O.C.
  return (found.includes(' ') ? found : found.replaceAll('.', ' ')).trim()
}

/** The search word is a title, even if it looks like a mark: 1984, 考研英语. */
function withoutQuery(marks: readonly TitleMark[], folded: string, query: string, known: string): readonly TitleMark[] {
  if (query === '' || marks.length === 0) return marks
  const [first = ''] = /^[a-z\d]+/.exec(folded) ?? []
  // Win10, when Windows 10 was searched for.
  const name = first !== '' && knownName([first])?.base === known ? first : query
  const start = folded.indexOf(name)
  const isInQuery = (mark: TitleMark) => mark.start >= start && mark.end <= start + name.length
  return start < 0 ? marks : marks.filter((mark) => !isInQuery(mark))
}

/** The first of two years belongs to the name: Wonder Woman 1984 (2020), Taylor Swift - 1989 (Deluxe) 2014. */
function withoutNamedYear(marks: readonly TitleMark[], folded: string): readonly TitleMark[] {
  const years = marks.filter(({ name, start, end }) => name === 'year' && end - start === yearDigits)
  const [first, second] = years
  if (first === undefined || second === undefined || '(['.includes(folded.charAt(first.start - 1))) return marks
  if (first.numbers?.[0] === second.numbers?.[0]) return marks
  const isNext = !/[a-z\d\u4e00-\u9fff]/.test(folded.slice(first.end, second.start))
  return isNext || folded.startsWith('- ', first.start - 2) ? marks.filter((mark) => mark !== first) : marks
}

/** The folded form of a search word, without blanks and punctuation. */
export function compactOf(query: string): string {
  return foldText(query).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The words of a keyword that can name a work, folded, without blanks: `三体` of `三体 2023 4K`. `''` if all of them describe files, such as
 * `4K`, `有声书` and `全12集`. A year alone can be a name: 1984.
 */
export function searchedName(kw: string): string {
  const words = foldText(kw).split(' ')
  const isDescription = (word: string) =>
    scanMarks(word).reduce((sum, { start, end }) => sum + end - start, 0) === word.length
  const names = words.filter((word) => !isDescription(word))
  return compactOf(
    (names.length > 0 ? names : words.filter((word) => scanMarks(word).some(({ name }) => name === 'year'))).join(''),
  )
}
