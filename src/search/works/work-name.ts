// Reads the words of a title as names: Chinese and Latin, each with the number of a part and what follows it.
import { readNumeral } from './numerals.ts'
import surnameTable from './surnames.json' with { type: 'json' }
import type { TitleWord } from './title-words.ts'

/** A title in one script: 小丑2：双重妄想 has the base 小丑, the number 2 and the rest 双重妄想. */
export interface WorkName {
  /** Folded, without blanks and punctuation. */
  readonly base: string
  readonly number: number | undefined
  /** The words after the base: subtitles, but also authors. */
  readonly rest: readonly string[]
  /** Whether a colon or dash stands before the rest, which makes it a subtitle. */
  readonly hasSubtitle: boolean
}

export interface WorkNames {
  readonly chinese: WorkName | undefined
  readonly latin: WorkName | undefined
  /** Words that are names of persons: 沈腾. */
  readonly persons: readonly string[]
}

/** 飞驰人生2, 叶问四, 碟中谍6全面瓦解 */
const numberedBase = /^(.*[^\d第ⅰ-ⅻ])(?:(\d{1,2}|[ⅰ-ⅻ])([一-鿿]{2,}.*)?|(?<=[a-z一-鿿]{2})([二三四五六七八九]))$/
const arc = /^之.{2,}|^[一-鿿]{1,8}篇$/
const surnames = new Set(surnameTable.surnames)
const articles = new Set(['the', 'a', 'an', 'los', 'las', 'le', 'la', 'les', 'el', 'der', 'die', 'das'])
const regionWords = new Set(['us', 'uk', 'il', 'au'])
const subtitleGap = /[:：]|\s[-–—]+\s?|[-–—]\s|_-_/
const hasIdeograph = /[一-鿿]/

/** The words from the first one of the base on; the base is the search word if they contain it. */
interface Located {
  readonly before: readonly TitleWord[]
  readonly base: string
  /** What is glued to the search word: 2 of 飞驰人生2. */
  readonly glued: string
  readonly after: readonly TitleWord[]
}

/** `query`: the folded search word without blanks, `''` for none. */
export function namesOf(words: readonly TitleWord[], query: string): WorkNames {
  const persons = words.filter((word, index) => index > 0 && isPerson(word)).map(({ text }) => text)
  const { before, base, glued, after } = locate(words, query) ?? locateChinese(words)
  if (!hasIdeograph.test(base + glued) && !after.some(({ isChinese }) => isChinese)) {
    return { chinese: undefined, latin: latinName(words, query), persons }
  }
  const last = after.findLastIndex(({ isChinese }) => isChinese)
  const latinAfter = after.slice(last + 1)
  const latinWords = latinAfter.some(isNoNumeral) ? latinAfter : before.filter(({ isChinese }) => !isChinese)
  return {
    chinese: chineseName({ before, base, glued, after: after.slice(0, last + 1) }, after[0]),
    latin: latinWords.some(isNoNumeral) ? latinName(latinWords, '') : undefined,
    persons,
  }
}

/** 沈腾 after a blank: two or three characters, the first a surname. */
function isPerson({ text, gap }: TitleWord): boolean {
  return /^[一-鿿]{2,3}$/.test(text) && surnames.has(text.charAt(0)) && /^[\s,、&]+$/.test(gap)
}

function isNoNumeral({ text }: TitleWord): boolean {
  return text.length > 1 && readNumeral(text) === undefined
}

/** Where words begin with the search word, however it is divided: 哈利·波特. What follows a colon is a subtitle. */
function locate(words: readonly TitleWord[], query: string): Located | undefined {
  if (query === '') return undefined
  for (const [first, word] of words.entries()) {
    if (!query.startsWith(word.text) && !word.text.startsWith(query)) continue
    if (first > 0 && (subtitleGap.test(word.gap) || (!hasIdeograph.test(query) && !isVendor(words.slice(0, first))))) continue
    let text = ''
    let last = first
    while (last < words.length && text.length < query.length) {
      text += words[last]?.text ?? ''
      last += 1
    }
    if (!text.startsWith(query)) continue
    return { before: words.slice(0, first), base: query, glued: text.slice(query.length), after: words.slice(last) }
  }
  return undefined
}

const vendors = new Set(['adobe', 'microsoft', 'autodesk', 'jetbrains', 'the', 'marvels', 'marvel', 'disneys', 'apple', 'google'])

function isVendor(words: readonly TitleWord[]): boolean {
  return words.every(({ text, isChinese }) => isChinese || vendors.has(text))
}

function locateChinese(words: readonly TitleWord[]): Located {
  const first = words.findIndex(({ isChinese }) => isChinese)
  if (first < 0) return { before: [], base: '', glued: '', after: words }
  // A dot divides the names of foreigners: 哈利·波特.
  let last = first + 1
  while (/^[·,]$/.test(words[last]?.gap ?? '') && words[last]?.isChinese) last += 1
  const base = words.slice(first, last).map(({ text }) => text).join('')
  return { before: words.slice(0, first), base, glued: '', after: words.slice(last) }
}

function chineseName({ base, glued, after }: Located, next: TitleWord | undefined): WorkName {
  const isArc = arc.test(glued)
  const [stem, glyph, subtitle] = isArc ? [base, undefined, glued] : split(base, glued)
  const own = glyph === undefined ? undefined : readNumeral(glyph)
  const following = next === undefined || own !== undefined || next.text.length > 3 ? undefined : readNumeral(next.text)
  // After a comma the full form of a title goes on: 无职转生，到了异世界就拿出真本事.
  const words = after[0]?.gap.startsWith(',') ? [] : after
  const rest = words.filter((word) => isRest(word)).map(({ text }) => text)
  return {
    base: stem,
    number: own ?? following,
    rest: subtitle === undefined ? rest : [subtitle, ...rest],
    hasSubtitle: subtitle !== undefined || (after[0] !== undefined && subtitleGap.test(after[0].gap)),
  }
}

function isRest(word: TitleWord): boolean {
  return readNumeral(word.text) === undefined && !isPerson(word) && !/^[美英澳日韩泰台港]版$/.test(word.text)
}

function split(base: string, glued: string): [base: string, number: string | undefined, subtitle: string | undefined] {
  // 007无暇赴死
  if (!hasIdeograph.test(base) && /^[一-鿿]{2}/.test(glued)) return [base, undefined, glued]
  const match = numberedBase.exec(base + glued)
  // A number within the search word belongs to the title.
  if (match === null || (match[1] ?? '').length < (glued === '' ? 0 : base.length)) return [base + glued, undefined, undefined]
  return [match[1] ?? base, match[2] ?? match[4], match[3]]
}

function latinName(all: readonly TitleWord[], query: string): WorkName | undefined {
  const words = firstAlternative(all)
  const located = locate(words, query)
  if (located !== undefined && located.glued === '') return restOf(located.base, located.after)
  const cut = words.findIndex(({ gap }, index) => index > 0 && subtitleGap.test(gap))
  const head = (cut < 0 ? words : words.slice(0, cut)).map(({ text }) => text.replaceAll(/['’]/g, ''))
  while (head.length > 1 && articles.has(head[0] ?? '')) head.shift()
  // Simpsons, The
  const lastGap = words.at(cut < 0 ? -1 : cut - 1)?.gap ?? ''
  if (head.length > 1 && head.at(-1) === 'the' && lastGap.includes(',')) head.pop()
  if (head.length > 1 && regionWords.has(head.at(-1) ?? '')) head.pop()
  if (head.length > 1 && isEpisodeNumber(head.at(-1) ?? '')) head.pop()
  const number = head.length > 1 ? numberOf(head.at(-1) ?? '') : undefined
  if (number !== undefined) head.pop()
  const rest = cut < 0 ? [] : words.slice(cut).map(({ text }) => text)
  return head.length === 0 ? undefined : { base: head.join(''), number, rest, hasSubtitle: rest.length > 0 }
}

/** What follows the search word in a Latin title. */
function restOf(base: string, after: readonly TitleWord[]): WorkName {
  const texts = after.map(({ text }) => text.replaceAll(/['’]/g, '')).filter((text, index) => index > 0 || !regionWords.has(text))
  const number = numberOf(texts[0] ?? '')
  const rest = texts.slice(number === undefined ? 0 : 1).filter((text) => !isEpisodeNumber(text))
  return { base, number, rest, hasSubtitle: rest.length > 0 }
}

function numberOf(text: string): number | undefined {
  return /^(?:\d{1,2}|[ivx]{1,4})$/.test(text) ? readNumeral(text) : undefined
}

/** One Piece 603, and 2401 for the first episode of season 24. */
function isEpisodeNumber(text: string): boolean {
  return /^(?:\d{3}|[0-3]\d[012]\d)$/.test(text)
}

/** Андор / Andor: the first alternative with ASCII letters. */
function firstAlternative(words: readonly TitleWord[]): readonly TitleWord[] {
  const from = Math.max(words.findIndex(({ text }) => /^[ -~]/.test(text)), 0)
  const to = words.findIndex(({ gap }, index) => index > from && gap.includes('/'))
  return words.slice(from, to < 0 ? undefined : to)
}
