// Finds the words of a title that name its work: those before the first mark, in the bracket or part of the text that holds them.

import { hasIdeograph, isIdeograph, isLetterOrDigit, type TitleMark } from './mark.ts'
import bracketed from './marks.json' with { type: 'json' }
import { isPersonName } from './persons.ts'

export interface TitleWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isChinese: boolean
  /** The separator between the word and the one before. */
  readonly gap: string
}

/** The words between two brackets or marks. */
export interface Chunk {
  readonly words: TitleWord[]
  /** The opening bracket, `''` outside of brackets. */
  readonly bracket: string
  /** Whether a mark that ends titles stands before it, outside of brackets. */
  readonly isAfterMark: boolean
}

const opening = '[【《〈(「『{'
const brackets = `${opening}]】》〉)」』}`
const groups = new Set(bracketed.groups)
const groupEnds = ['字幕组', '字幕社', 'raws', 'subs']
const categories = new Set(bracketed.categories)

/** Marks in the middle of a title: 海贼王剧场版 狂热行动. */
function isWithinTitles({ name, kind }: TitleMark): boolean {
  return name === 'kind' && (kind === 'film' || kind === 'live' || kind === 'animation')
}

/** The words of the title. `query` is the folded search word without blanks; the part that holds it is preferred. */
export function findTitleWords(chunks: readonly Chunk[], query: string): readonly TitleWord[] {
  const full = chunks.filter(({ words }) => words.length > 0)
  const holds = ({ bracket, isAfterMark, words }: Chunk) =>
    bracket !== '(' && (bracket !== '' || !isAfterMark) && joined(words).includes(query)
  const found =
    full.find(({ bracket }) => bracket === '《' || bracket === '〈') ?? (query === '' ? undefined : full.find(holds))
  if (found !== undefined) return found.words
  const free = full.find(({ bracket, isAfterMark }) => bracket === '' && !isAfterMark)
  if (free !== undefined && !isGroup(free)) return free.words
  const naming = full.filter((chunk) => chunk.bracket !== '' && !isGroup(chunk) && !isCategory(chunk))
  const chosen = naming.find(({ words }) => words.some(({ isChinese }) => isChinese)) ?? naming[0]
  return (chosen ?? free ?? full[0])?.words ?? []
}

export function joined(words: readonly TitleWord[]): string {
  let all = ''
  for (const { text } of words) all += text
  return all
}

function isGroup({ words }: Chunk): boolean {
  return words.some(({ text }) => groups.has(text) || (text.length > 3 && groupEnds.some((end) => text.endsWith(end))))
}

function isCategory({ words }: Chunk): boolean {
  return words.every(({ text }) => categories.has(text))
}

/** The state while a title is read. */
interface Reading {
  readonly text: string
  readonly chunks: Chunk[]
  current: Chunk
  /** The bracket around a round one: [Evangelion 3.0 You Can (Not) Redo]. */
  outer: string
  /** Whether a word outside of brackets can be the title. */
  hasTitle: boolean
  isAfterMark: boolean
}

export function chunksOf(text: string, marks: readonly TitleMark[]): readonly Chunk[] {
  const first: Chunk = { words: [], bracket: '', isAfterMark: false }
  const reading: Reading = { text, chunks: [first], current: first, outer: '', hasTitle: false, isAfterMark: false }
  let at = 0
  for (const mark of marks) {
    readWords(reading, at, mark.start)
    at = mark.end
    if (isWithinTitles(mark)) continue
    // A kind does not end what can be the title: 袁阔成 评书 三国演义.
    reading.isAfterMark ||= reading.hasTitle && mark.name !== 'kind' && mark.name !== 'noise'
    if (reading.current.words.length > 0) begin(reading, reading.current.bracket)
  }
  readWords(reading, at, text.length)
  return reading.chunks
}

/** Sticky: from a place on, the characters of a word. */
const word = /[\p{L}\p{N}\p{M}'’ⅰ-ⅻ]+/uy
const lastAscii = 0x7f

/** The end of the word that begins or goes on at a place; the place itself if none does. */
function endOfWord(text: string, at: number): number {
  let end = at
  while (isLetterOrDigit(text.charCodeAt(end)) || isIdeograph(text.charCodeAt(end))) end += 1
  // Only letters of other scripts need the expression.
  if (end >= text.length || text.charCodeAt(end) <= lastAscii) return end
  word.lastIndex = end
  return word.test(text) ? word.lastIndex : end
}

function begin(reading: Reading, bracket: string): void {
  reading.current = { words: [], bracket, isAfterMark: reading.isAfterMark }
  reading.chunks.push(reading.current)
}

/** Reads the text between two marks. */
function readWords(reading: Reading, from: number, to: number): void {
  const { text } = reading
  for (let at = from; at < to; ) {
    const end = Math.min(endOfWord(text, at), to)
    if (end > at) addWord(reading, from, at, end)
    else if (brackets.includes(text.charAt(at))) passBracket(reading, text.charAt(at))
    at = Math.max(end, at + 1)
  }
}

function passBracket(reading: Reading, bracket: string): void {
  const around = bracket === ')' ? reading.outer : ''
  reading.outer = bracket === '(' ? reading.current.bracket : ''
  begin(reading, opening.includes(bracket) ? bracket : around)
}

/** `from`: where the text after a mark begins. */
function addWord(reading: Reading, from: number, start: number, end: number): void {
  const { text, current } = reading
  const word = text.slice(start, end)
  const gap = text.slice(current.words.at(-1)?.end ?? from, start)
  current.words.push({ text: word, start, end, isChinese: hasIdeograph(word), gap })
  reading.hasTitle ||= current.bracket === '' && !isPersonName(word)
}
