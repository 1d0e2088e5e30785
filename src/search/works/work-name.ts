// Reads the words of a title as names: Chinese and Latin, each with the number of a part and what follows it.

import { knownName, leadingArticles, type WorkName, withKnownName } from './known-names.ts'
import { isSubtitleGap, type Located, locate, locateChinese, makers } from './locate-name.ts'
import { hasIdeograph, readNumeral } from './mark.ts'
import { isPerson, isPersonName, isWellKnown } from './persons.ts'
import { weakWords } from './scan-marks.ts'
import type { TitleWord } from './title-words.ts'

export interface WorkNames {
  readonly chinese: WorkName | undefined
  readonly latin: WorkName | undefined
  /** The words of the title, in Chinese if it has a Chinese one, and those of the other title. */
  readonly titleWords: readonly TitleWord[]
  readonly originalWords: readonly TitleWord[]
}

/** 飞驰人生2, 叶问四 */
const lastNumber =
  /(?:(?<!\d)[1-9]\d?|[ⅰ-ⅻ]|(?<=[一-鿿])x?(?:i{1,3}|iv|vi{1,3}|ix)|(?<=[a-z一-鿿]{2}(?<![零一二三四五六七八九十百]))[二三四五六七八九贰叁肆])$/
/** 碟中谍6全面瓦解 */
const innerNumber = /(?<![\da-z])(?:\d{1,2}|[ⅰ-ⅻ]|x?(?:i{1,3}|iv|vi{1,3}|ix))(?=[一-鿿]{2})/
/** A numeral after the search word is a number also where it would not be one at the end of other words: 一, V. */
const wholeNumber = /^(?:[1-9]\d?|[一二三四五六七八九十]{1,3}|[ivx]{1,4})$/
const arc = /^之.{2,}|^[一-鿿]{1,8}篇$/
/** Editions and makers of a version: 李少红版, Java版. */
const version = /^.{1,5}版$/
/** Words that say no more than the kind: 周杰伦歌曲, 考研英语历年; 于谦 of 郭德纲于谦. */
const generic = /^(?:歌曲|音乐|专辑|全部|历年|作品|相声|小说|电影|动画|漫画|系列|大全|无损)+$/
const regionWords = new Set(['us', 'uk', 'il', 'au'])

/** `query`: the folded search word without blanks, `''` for none. */
export function namesOf(words: readonly TitleWord[], query: string): WorkNames {
  const { before, base, glued, after } = locate(words, query) ?? locateChinese(words)
  if (!hasIdeograph(base + glued) && !after.some(({ isChinese }) => isChinese)) {
    const latin = latinName(words, query)
    // 王佩丰 Excel
    const person = before.find(({ text }) => isPersonName(text))?.text
    return { chinese: undefined, latin: latin && { ...latin, before: person }, titleWords: words, originalWords: [] }
  }
  const last = after.findLastIndex(({ isChinese }) => isChinese)
  const latinAfter = after.slice(last + 1)
  const latinWords = latinAfter.some(isNoNumeral) ? latinAfter : before.filter(({ isChinese }) => !isChinese)
  const chinese = chineseName({ before, base, glued, after: after.slice(0, last + 1) }, numberAfter(after))
  const latin = latinWords.some(isNoNumeral) ? latinName(latinWords, '') : undefined
  return {
    chinese: withPartOf(chinese, latin),
    latin,
    titleWords: words.slice(before.length, words.length - latinAfter.length),
    originalWords: latinWords,
  }
}

/** 达芬奇 DaVinci Resolve 18: the foreign title names the part. */
function withPartOf(chinese: WorkName, latin: WorkName | undefined): WorkName {
  const isWhole = chinese.number === undefined && chinese.rest.length === 0 && latin?.base === chinese.base
  return isWhole ? { ...chinese, number: latin.number, rest: latin.rest, hasSubtitle: latin.hasSubtitle } : chinese
}

function isNoNumeral({ text }: TitleWord): boolean {
  return text.length > 1 && readNumeral(text) === undefined
}

/** The word after the base if it can be a number of it: not in 三体 3 Body Problem, but in 流浪地球 2 The Wandering Earth II. */
function numberAfter(after: readonly TitleWord[]): TitleWord | undefined {
  const [next, second] = after
  const isLatin = second !== undefined && !second.isChinese
  return isLatin && readNumeral(after.at(-1)?.text ?? '') === undefined ? undefined : next
}

function chineseName({ before, base, glued, after }: Located, next: TitleWord | undefined): WorkName {
  const [stem, glyph, subtitle] = arc.test(glued)
    ? [base, undefined, glued]
    : split(base, generic.test(glued) || isPersonName(glued) ? '' : glued)
  const own = glyph === undefined ? undefined : readNumeral(glyph)
  const following = next === undefined || own !== undefined || next.text.length > 3 ? undefined : readNumeral(next.text)
  // After a comma the full form of a title goes on, after a slash another title: 无职转生，到了异世界就拿出真本事; 新石纪 / 石纪元.
  const end = after[0]?.gap.startsWith(',') ? 0 : after.findIndex(({ gap }) => gap.includes('/'))
  const words = end < 0 ? after : after.slice(0, end)
  // After an author stands a title: 东野圭吾 白夜行.
  const named = words.filter((word, at) => isRest(word) || (at === 0 && isWellKnown(base))).map(({ text }) => text)
  const rest = withoutRelation(named)
  return withKnownName({
    base: stem,
    number: own ?? following,
    rest: subtitle === undefined ? rest : [subtitle, ...rest],
    before: isPersonName(glued) ? glued : before.findLast(({ isChinese }) => isChinese)?.text,
    version: words.find(({ text }) => version.test(text))?.text,
    hasSubtitle: subtitle !== undefined || (after[0] !== undefined && isSubtitleGap(after[0].gap)),
  })
}

/** 寂静之地 前传 入侵日 is 寂静之地 入侵日. */
function withoutRelation(rest: readonly string[]): readonly string[] {
  return rest.length > 1 && /^[前外]传$/.test(rest[0] ?? '') ? rest.slice(1) : rest
}

function isRest(word: TitleWord): boolean {
  return readNumeral(word.text) === undefined && !isPerson(word) && !version.test(word.text)
}

function split(base: string, glued: string): [base: string, number: string | undefined, subtitle: string | undefined] {
  // 007无暇赴死
  if (!hasIdeograph(base) && /^[一-鿿]{2}/.test(glued)) return [base, undefined, glued]
  // 仙剑奇侠传一, 文明V
  if (glued !== '' && wholeNumber.test(glued)) return [base, glued, undefined]
  const text = base + glued
  const match = lastNumber.exec(text) ?? innerNumber.exec(text)
  // A number within the search word belongs to the title.
  const minBase = glued === '' ? 1 : base.length
  if (match === null || match.index < minBase || text.charAt(match.index - 1) === '第')
    return [text, undefined, undefined]
  const rest = text.slice(match.index + match[0].length)
  // 名侦探柯南M26
  const stem = text.slice(0, match.index).replace(/(?<=[一-鿿])m$/, '')
  return [stem, match[0], rest === '' ? undefined : rest]
}

/** A foreign title: 行星地球 第二季 Planet Earth II. */
function latinName(all: readonly TitleWord[], query: string): WorkName | undefined {
  const words = firstAlternative(all)
  const known = knownLatin(words) ?? knownLatin(withoutMaker(words))
  if (known !== undefined) return known
  const located = locate(words, query)
  if (located !== undefined && located.glued === '') return restOf(located.base, located.after)
  const cut = words.findIndex(({ gap }, index) => index > 0 && isSubtitleGap(gap))
  const head = cut < 0 ? words : words.slice(0, cut)
  const texts = head.map(({ text }) => withoutApostrophes(text))
  const rest = cut < 0 ? [] : words.slice(cut).map(({ text }) => text)
  // 9-1-1 and 17-26 have no number of a part.
  const isDashed = head.at(-1)?.gap === '-' && /^\d+$/.test(texts.at(-2) ?? '')
  return numberedName(isDashed ? [texts.join('')] : texts.slice(leadingArticles(texts)), rest)
}

function withoutApostrophes(text: string): string {
  return text.replaceAll(/['’]/g, '')
}

/** BBC Planet Earth, Sid Meier's Civilization */
function withoutMaker(words: readonly TitleWord[]): readonly TitleWord[] {
  if (makers.has(words[0]?.text ?? '')) return words.slice(1)
  const owner = words.findIndex(({ text }, index) => index < 2 && text.length > 1 && text.endsWith('s'))
  return words.slice(owner + 1)
}

/** The Wandering Earth II is 流浪地球 with the number 2. */
function knownLatin(words: readonly TitleWord[]): WorkName | undefined {
  const texts = words.map(({ text }) => withoutApostrophes(text))
  const first = leadingArticles(texts)
  const known = knownName(texts.slice(first))
  if (known === undefined) return undefined
  const own = restOf(known.base, words.slice(first + known.length))
  const rest = own.rest.slice(own.rest.findIndex((text) => !isMarkWord(text)))
  // 007 Casino Royale
  const film = knownName(rest.slice(leadingArticles(rest)))
  if (film?.base === known.base)
    return { ...own, number: film.number, rest: film.rest, hasSubtitle: film.rest.length > 0 }
  const all = [...known.rest, ...(own.rest.every(isMarkWord) ? [] : rest)]
  return { ...own, number: known.number ?? own.number, rest: all, hasSubtitle: known.rest.length > 0 }
}

/** Lost ITA; Simpsons, The; James Bond f21. */
function isMarkWord(text: string): boolean {
  return weakWords.has(text) || text === 'the' || /^[a-z]?\d+$/.test(text)
}

/** The name with this beginning, without its country and the number of a part. */
function numberedName(texts: readonly string[], rest: readonly string[]): WorkName | undefined {
  const names = texts.length > 1 && regionWords.has(texts.at(-1) ?? '') ? texts.slice(0, -1) : texts
  const number = names.length > 1 ? numberOf(names.at(-1) ?? '') : undefined
  const base = names.slice(0, number === undefined ? undefined : -1).join('')
  return base === '' ? undefined : { base, number, rest, hasSubtitle: rest.length > 0 }
}

/** The words after the search word in a Latin title. */
function restOf(base: string, after: readonly TitleWord[]): WorkName {
  const texts = after
    .map(({ text }) => withoutApostrophes(text))
    .filter((text, index) => index > 0 || !regionWords.has(text))
  const number = numberOf(texts[0] ?? '')
  // One Piece 603
  const rest = texts.slice(number === undefined ? 0 : 1).filter((text) => !/^\d{3,4}$/.test(text))
  return { base, number, rest, hasSubtitle: rest.length > 0 }
}

function numberOf(text: string): number | undefined {
  return /^(?:\d{1,2}|[ivx]{1,4})$/.test(text) ? readNumeral(text) : undefined
}

/** Андор / Andor, Paper Crane aka White Tower: the first alternative with ASCII letters. */
function firstAlternative(words: readonly TitleWord[]): readonly TitleWord[] {
  const from = words.findIndex(({ text }) => text < '\u007f')
  const to = words.findIndex(
    ({ gap, text }, index) => index > Math.max(from, 0) && (gap.includes('/') || text === 'aka'),
  )
  return words.slice(Math.max(from, 0), to < 0 ? undefined : to)
}
