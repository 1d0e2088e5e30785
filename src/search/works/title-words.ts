// Finds the words of a title that name its work: those before the first mark, in the bracket or part of the text that holds them.
import bracketed from './brackets.json' with { type: 'json' }
import type { TitleMark } from './mark.ts'
import { isPersonName } from './persons.ts'
import { endOfWord } from './word-characters.ts'
import { isIdeograph } from './word-marks.ts'

export interface TitleWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isChinese: boolean
  /** What separates the word from the one before. */
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
const brackets = new Set(Array.from(`${opening}]】》〉)」』}`, (character) => character.charCodeAt(0)))
const groups = new Set(bracketed.groups)
const categories = new Set(bracketed.categories)

/** Marks in the middle of a title: 海贼王剧场版 狂热行动. */
function isWithinTitles({ name, kind }: TitleMark): boolean {
  return name === 'kind' && (kind === 'film' || kind === 'live' || kind === 'animation')
}

/** The words of the title. `query` is the folded search word without blanks; the part that holds it is preferred. */
export function findTitleWords(chunks: readonly Chunk[], query: string): readonly TitleWord[] {
  const named = chunks.find(({ bracket, words }) => (bracket === '《' || bracket === '〈') && words.length > 0)
  if (named !== undefined) return named.words
  if (query !== '') {
    const holding = chunks.find(
      (chunk) =>
        chunk.bracket !== '(' && (chunk.bracket !== '' || !chunk.isAfterMark) && joined(chunk.words).includes(query),
    )
    if (holding !== undefined) return holding.words
  }
  const free = chunks.find(({ bracket, words, isAfterMark }) => bracket === '' && words.length > 0 && !isAfterMark)
  if (free !== undefined && !isGroup(free)) return free.words
  const inBrackets = chunks.filter(({ bracket, words }) => bracket !== '' && words.length > 0)
  const naming = inBrackets.filter((chunk) => !isGroup(chunk) && !isCategory(chunk))
  const chosen = naming.find(({ words }) => words.some(({ isChinese }) => isChinese)) ?? naming[0]
  return (chosen ?? free ?? chunks.find(({ words }) => words.length > 0))?.words ?? []
}

export function joined(words: readonly TitleWord[]): string {
  let all = ''
  for (const { text } of words) all += text
  return all
}

function isGroup({ words }: Chunk): boolean {
  return words.some(({ text }) => groups.has(text) || (text.length > 3 && /(?:字幕[组社]|raws|subs)$/.test(text)))
}

function isCategory({ words }: Chunk): boolean {
  return words.every(({ text }) => categories.has(text))
}

export function chunksOf(text: string, marks: readonly TitleMark[]): readonly Chunk[] {
  const chunks: Chunk[] = []
  let current: Chunk = { words: [], bracket: '', isAfterMark: false }
  let isAfterMark = false
  const begin = (opened: string) => {
    current = { words: [], bracket: opened, isAfterMark }
    chunks.push(current)
  }
  begin('')
  const read = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const end = endOfWord(text, at)
      if (end > at) addWord(current.words, text, [from, at, Math.min(end, to)])
      else if (brackets.has(text.charCodeAt(at))) begin(opening.includes(text.charAt(at)) ? text.charAt(at) : '')
      at = Math.max(end, at + 1)
    }
  }
  let at = 0
  for (const mark of marks) {
    read(at, mark.start)
    at = mark.end
    if (isWithinTitles(mark)) continue
    // A kind does not end what can be the title: 袁阔成 评书 三国演义.
    isAfterMark ||=
      mark.name !== 'kind' &&
      mark.name !== 'noise' &&
      chunks.some(({ bracket, words }) => bracket === '' && words.some(({ text }) => !isPersonName(text)))
    if (current.words.length > 0) begin(current.bracket)
  }
  read(at, text.length)
  return chunks
}

/** `from`: where the text after a mark begins. */
function addWord(
  words: TitleWord[],
  text: string,
  [from, start, end]: readonly [from: number, start: number, end: number],
): void {
  const last = words.at(-1)
  words.push({
    text: text.slice(start, end),
    start,
    end,
    isChinese: hasIdeograph(text, start, end),
    gap: text.slice(last?.end ?? from, start),
  })
}

function hasIdeograph(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isIdeograph(text.charCodeAt(at))) return true
  return false
}
