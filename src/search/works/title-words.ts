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
  const isCategory = ({ words }: Chunk) => words.every(({ text }) => categories.has(text))
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

/** Divides a title by its brackets and marks. */
export function chunksOf(text: string, marks: readonly TitleMark[]): readonly Chunk[] {
  let chunk: Chunk = { words: [], bracket: '', isAfterMark: false }
  const chunks = [chunk]
  // The bracket around a round one: [Evangelion 3.0 You Can (Not) Redo].
  let outer = ''
  let isAfterMark = false
  const begin = (bracket: string): void => {
    chunk = { words: [], bracket, isAfterMark }
    chunks.push(chunk)
  }
  const pass = (bracket: string): void => {
    const around = bracket === ')' ? outer : ''
    outer = bracket === '(' ? chunk.bracket : ''
    begin(opening.includes(bracket) ? bracket : around)
  }
  const read = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const end = Math.min(endOfWord(text, at), to)
      if (end > at) chunk.words.push(wordOf(text, at, end, chunk.words.at(-1)?.end ?? from))
      else if (brackets.includes(text.charAt(at))) pass(text.charAt(at))
      at = Math.max(end, at + 1)
    }
  }
  let at = 0
  for (const mark of marks) {
    read(at, mark.start)
    at = mark.end
    if (isWithinTitles(mark)) continue
    // A kind does not end what can be the title: 袁阔成 评书 三国演义.
    isAfterMark ||= mark.name !== 'kind' && mark.name !== 'noise' && chunks.some(canBeTitle)
    if (chunk.words.length > 0) begin(chunk.bracket)
  }
  read(at, text.length)
  return chunks
}

function canBeTitle({ bracket, words }: Chunk): boolean {
  return bracket === '' && words.some(({ text }) => !isPersonName(text))
}

/** `last`: where the word or mark before ends. */
function wordOf(text: string, start: number, end: number, last: number): TitleWord {
  const word = text.slice(start, end)
  return { text: word, start, end, isChinese: hasIdeograph(word), gap: text.slice(last, start) }
}

/** Sticky: from a place on, the characters of a word. */
const word = /[\p{L}\p{N}\p{M}'’]+/uy
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
