// Marks that are words: qualities, sources, codecs, editions, kinds, from the tables `marks.json` and `kinds.json`.
import { isIdeograph } from './ideographs.ts'
import kinds from './kinds.json' with { type: 'json' }
import type { KindWord, MarkName } from './mark.ts'
import marks from './marks.json' with { type: 'json' }

const maxLatinTokens = 3
const plusSign = 0x2b

interface Word {
  readonly text: string
  /** Usually one: 抢先版 says both source and edition. */
  readonly names: MarkName[]
  kind: KindWord | undefined
  /** A word of ordinary language counts only between blanks, brackets and other marks: 权力的游戏 is no game. */
  readonly isAlone: boolean
  /** A Latin word that titles contain too: it counts only after another mark or a Chinese title. */
  readonly isWeak: boolean
}

/** Latin words without separators (`webdl`). */
const latin = new Map<string, Word>()
/** Other words by their first two characters, the longest first; those of one character by it alone. */
const chinese = new Map<number, Word[]>()

const markNames = ['quality', 'source', 'codec', 'hdr', 'audio', 'language', 'format', 'edition', 'platform'] as const
const otherNames = ['origin', 'noise', 'parts'] as const
const kindWords = [
  'film',
  'series',
  'live',
  'animation',
  'show',
  'documentary',
  'audiobook',
  'comic',
  'book',
  'music',
  'course',
  'software',
  'game',
] as const
const weak = new Set(marks.weak)
for (const name of [...markNames, ...otherNames]) for (const word of marks[name]) addWord(word, name)
for (const kind of kindWords) for (const word of kinds[kind]) addWord(word, 'kind', kind)
/** The beginnings of Latin words: only after one of them the next token can belong to the word. */
const latinStarts = new Set([...latin.keys()].flatMap((word) => Array.from(word, (_, end) => word.slice(0, end))))
/** Their first three letters; few words of titles begin with them. */
const latinStart = new Uint8Array(0x8000)
for (const word of latin.keys()) latinStart[startOf(word, 0)] = 1
for (const words of chinese.values()) words.sort((a, b) => b.text.length - a.text.length)

/** Different letters and digits can have the same start. */
function startOf(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 0x1f) << 10) | ((text.charCodeAt(at + 1) & 0x1f) << 5) | (text.charCodeAt(at + 2) & 0x1f)
  )
}

/** `=` before a word says that it counts alone only. */
function addWord(written: string, name: MarkName, kind?: KindWord): void {
  const isAlone = written.startsWith('=')
  const text = isAlone ? written.slice(1) : written
  const word = { text, names: [name], kind, isAlone, isWeak: weak.has(text) }
  if (!/[一-鿿]/.test(text)) {
    latin.set(text.replaceAll(/[^a-z\d+']/g, ''), word)
    return
  }
  const same = chinese.get(keyOf(text, 0))?.find((other) => other.text === text)
  if (same !== undefined) {
    same.names.push(name)
    same.kind ??= kind
    return
  }
  const words = chinese.get(keyOf(text, 0)) ?? []
  chinese.set(keyOf(text, 0), words)
  words.push(word)
}

/** The key of the first two characters; different ones can have the same key. */
function keyOf(text: string, at: number): number {
  return singleKeyOf(text, at) | (text.charCodeAt(at + 1) & 0x7fff)
}

function singleKeyOf(text: string, at: number): number {
  return (text.charCodeAt(at) & 0x7fff) << 15
}

/** Whether a Latin word is a mark only after others. */
export function isWeakWord(text: string): boolean {
  return weak.has(text)
}

/** The characters that Chinese words begin with. */
export const wordStarts: readonly string[] = [...chinese.values()].flatMap((words) =>
  words.map(({ text }) => text.charAt(0)),
)

export interface FoundWord {
  readonly word: Word
  readonly end: number
}

/** The longest known word at a place of a folded title. `leftEdge`: nothing stands before it, or a mark. */
export function wordAt(text: string, at: number, leftEdge: boolean): FoundWord | undefined {
  const found =
    firstOf(chinese.get(keyOf(text, at)), text, at, leftEdge) ??
    firstOf(chinese.get(singleKeyOf(text, at)), text, at, leftEdge)
  return found ?? (leftEdge && isLetterOrDigit(text.charCodeAt(at)) ? latinWordAt(text, at) : undefined)
}

function firstOf(
  words: readonly Word[] | undefined,
  text: string,
  at: number,
  leftEdge: boolean,
): FoundWord | undefined {
  if (words === undefined) return undefined
  for (const word of words) {
    if (!text.startsWith(word.text, at)) continue
    const end = at + word.text.length
    if (word.isAlone ? leftEdge && !isIdeograph(text.charCodeAt(end)) : !isInsideWord(text, end, word, leftEdge))
      return { word, end }
  }
  return undefined
}

/** Two characters in the middle of a text are rarely a mark: 合集 in 综合集成. */
function isInsideWord(text: string, end: number, word: Word, leftEdge: boolean): boolean {
  return word.text.length === 2 && !leftEdge && isIdeograph(text.charCodeAt(end)) && !word.names.includes('language')
}

function latinWordAt(text: string, at: number): FoundWord | undefined {
  // Separators can stand within a word.
  const hasThree = isLetterOrDigit(text.charCodeAt(at + 1)) && isLetterOrDigit(text.charCodeAt(at + 2))
  if (hasThree && latinStart[startOf(text, at)] === 0) return undefined
  let found: FoundWord | undefined
  let letters = ''
  let end = at
  for (let count = 0; count < maxLatinTokens; count += 1) {
    const start = end
    while (isLetterOrDigit(text.charCodeAt(end))) end += 1
    letters += text.slice(start, end)
    found = (end > start ? knownWord(text, letters, end) : undefined) ?? found
    if (end === start || end >= text.length || !latinStarts.has(letters) || !'-._ '.includes(text.charAt(end))) break
    // CCTV 4K
    if (isDigit(text.charCodeAt(end + 1)) && text.charAt(end + 2) === 'k') break
    end += 1
  }
  return found
}

/** The word with these letters that ends at a place; a plus sign can belong to it: HDR10+. */
function knownWord(text: string, letters: string, end: number): FoundWord | undefined {
  const plus = text.charCodeAt(end) === plusSign ? latin.get(`${letters}+`) : undefined
  if (plus !== undefined) return { word: plus, end: end + 1 }
  const word = latin.get(letters)
  return word && { word, end }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** ASCII letters and digits, and what stands inside Latin words of the tables. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x27
}
