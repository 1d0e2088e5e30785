// Reads the words of a title as names: Chinese and Latin, each with the number of a part and what follows it.
import { readNumeral } from './numerals.ts'
import type { TitleWord } from './title-words.ts'

/** A title in one script: 小丑2：双重妄想 has the base 小丑, the number 2 and the rest 双重妄想. */
export interface WorkName {
  /** Folded, without blanks and punctuation. */
  readonly base: string
  readonly number: number | undefined
  /** The words after the base: subtitles, but also authors and actors. */
  readonly rest: readonly string[]
  /** Whether a colon or dash stands before the rest, which makes it a subtitle. */
  readonly hasSubtitle: boolean
}

export interface WorkNames {
  readonly chinese: WorkName | undefined
  readonly latin: WorkName | undefined
}

/** 碟中谍6全面瓦解, 飞驰人生2, 叶问四 */
const numberedBase = /^(.*[^\d第ⅰ-ⅻ])(\d{1,2}|[ⅰ-ⅻ]|(?<=[a-z一-鿿]{2})[二三四五六七八九])([一-鿿]{2,}.*)?$/
const glued = /^(.{2,}?)(之.{2,}|[一-鿿]{2,8}篇)$/

const articles = new Set(['the', 'a', 'an', 'los', 'las', 'le', 'la', 'les', 'el', 'der', 'die', 'das'])
const regionWords = new Set(['us', 'uk', 'il', 'au'])
const subtitleGap = /[:：]|\s[-–—]+\s?|[-–—]\s|_-_/

/** `query`: the folded search word without blanks, `''` for none. */
export function namesOf(words: readonly TitleWord[], query: string): WorkNames {
  const first = firstChinese(words, query)
  if (first < 0) return { chinese: undefined, latin: latinName(words) }
  const word = words[first]
  if (word === undefined) return { chinese: undefined, latin: undefined }
  const after = words.slice(first + 1)
  const last = after.findLastIndex(({ isChinese }) => isChinese)
  const chinese = chineseName(word, after.slice(0, last + 1), after[0], query)
  const latinAfter = after.slice(last + 1)
  const latinWords = latinAfter.some(isNoNumeral) ? latinAfter : words.slice(0, first).filter(({ isChinese }) => !isChinese)
  return { chinese, latin: latinWords.some(isNoNumeral) ? latinName(latinWords) : undefined }
}

function isNoNumeral({ text }: TitleWord): boolean {
  return text.length > 1 && readNumeral(text) === undefined
}

/** The index of the first Chinese word, or of the one that begins with the search word. */
function firstChinese(words: readonly TitleWord[], query: string): number {
  const first = words.findIndex(({ isChinese }) => isChinese)
  if (first < 0 || query === '') return first
  const found = words.findIndex(({ text }) => text.startsWith(query))
  // What follows a colon is a subtitle: 游侠索罗：星球大战外传.
  return found < 0 || (found > first && subtitleGap.test(words[found]?.gap ?? '')) ? first : found
}

function chineseName(word: TitleWord, after: readonly TitleWord[], next: TitleWord | undefined, query: string): WorkName {
  const [base, glyph, subtitle] = split(word.text, query)
  const own = glyph === undefined ? undefined : readNumeral(glyph)
  const following = next === undefined || own !== undefined || next.text.length > 3 ? undefined : readNumeral(next.text)
  const rest = after.filter(({ text }) => readNumeral(text) === undefined).map(({ text }) => text)
  const pieces = subtitle === undefined ? rest : [subtitle, ...rest]
  const arc = query !== '' && base.startsWith(query) && own === undefined ? glued.exec(base) : null
  const isArc = arc !== null && arc[1] === query
  return {
    base: isArc ? query : base,
    number: own ?? following,
    rest: isArc ? [arc[2] ?? '', ...pieces] : pieces,
    hasSubtitle: subtitle !== undefined || isArc || (after[0] !== undefined && subtitleGap.test(after[0].gap)),
  }
}

function split(text: string, query: string): [base: string, number?: string, subtitle?: string] {
  // 007无暇赴死
  if (/^[\da-z]+$/.test(query) && /^[一-鿿]{2}/.test(text.slice(query.length))) return [query, undefined, text.slice(query.length)]
  const match = numberedBase.exec(text)
  return match === null ? [text] : [match[1] ?? text, match[2], match[3]]
}

/** One Piece 603, and 2401 for the first episode of season 24. */
function isEpisodeNumber(text: string): boolean {
  return /^(?:\d{3}|[0-3]\d[012]\d)$/.test(text)
}

function latinName(all: readonly TitleWord[]): WorkName | undefined {
  const words = firstAlternative(all)
  const cut = words.findIndex(({ gap }, index) => index > 0 && subtitleGap.test(gap))
  const head = (cut < 0 ? words : words.slice(0, cut)).map(({ text }) => text.replaceAll(/['’]/g, ''))
  while (head.length > 1 && articles.has(head[0] ?? '')) head.shift()
  // Simpsons, The
  if (head.length > 1 && head.at(-1) === 'the' && words[head.length]?.gap.includes(',')) head.pop()
  if (head.length > 1 && regionWords.has(head.at(-1) ?? '')) head.pop()
  if (head.length > 1 && isEpisodeNumber(head.at(-1) ?? '')) head.pop()
  let number: number | undefined
  if (head.length > 1 && /^(?:\d{1,2}|[ivx]{1,4})$/.test(head.at(-1) ?? '')) {
    number = readNumeral(head.at(-1) ?? '')
    if (number !== undefined) head.pop()
  }
  if (head.length === 0) return undefined
  const tail = cut < 0 ? [] : words.slice(cut).map(({ text }) => text)
  return { base: head.join(''), number, rest: tail, hasSubtitle: tail.length > 0 }
}

/** Андор / Andor: the first alternative with ASCII letters. */
function firstAlternative(words: readonly TitleWord[]): readonly TitleWord[] {
  const from = words.findIndex(({ text }) => /[a-z]/.test(text))
  const to = words.findIndex(({ gap }, index) => index > Math.max(from, 0) && gap.includes('/'))
  return words.slice(Math.max(from, 0), to < 0 ? undefined : to)
}
