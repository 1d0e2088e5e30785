// Finds the words of a title from which on they name the work.
import { isPersonName, isWellKnown } from './persons.ts'
import type { TitleWord } from './title-words.ts'

/** What separates a subtitle. */
export const subtitleGap = /[:：]|\s[-–—]+\s?|[-–—]\s|_-_/
const hasIdeograph = /[一-鿿]/
const minQueryAfterPerson = 4
const namePrefix = /^(?:[a-z](?=[一-鿿])|老版|新版|央视版?|电影|电视剧|动画|动漫|小说)/

/** The words from the first one of the base on; the base is the search word if they contain it. */
export interface Located {
  readonly before: readonly TitleWord[]
  readonly base: string
  /** What is glued to the search word: 2 of 飞驰人生2. */
  readonly glued: string
  readonly after: readonly TitleWord[]
}

/** Where words begin with the search word, however it is divided: 哈利·波特. What follows a colon is a subtitle. */
export function locate(all: readonly TitleWord[], query: string): Located | undefined {
  if (query === '') return undefined
  const words = withoutPrefix(all, query)
  for (const [first, word] of words.entries()) {
    const before = words.slice(0, first)
    if (first > 0 && (subtitleGap.test(word.gap) || !(hasIdeograph.test(query) || isVendor(before)))) continue
    if (isSecondPart(before, word)) continue
    const [text, last] = joinUpTo(words, first, query)
    if (text === undefined) continue
    return { before, base: query, glued: text.slice(query.length), after: words.slice(last) }
  }
  return undefined
}

/** 灯塔 of 纸鹤·灯塔 is not its name, but 济公传 of 郭德纲·济公传 is. */
function isSecondPart(before: readonly TitleWord[], { gap }: TitleWord): boolean {
  const [only] = before.length === 1 ? before : []
  return gap === '·' && only?.isChinese === true && !isPersonName(only.text)
}

/** D斗罗大陆 in folders sorted by first letters, 老版三国演义, 张宇考研数学. */
function withoutPrefix(words: readonly TitleWord[], query: string): readonly TitleWord[] {
  const [first] = words
  const person = first?.text.slice(0, Math.max(first.text.indexOf(query), 0)) ?? ''
  const isMaker = isWellKnown(person) || (query.length >= minQueryAfterPerson && isPersonName(person))
  if (first !== undefined && isMaker) {
    const end = first.start + person.length
    return [
      { ...first, text: person, end },
      { ...first, text: first.text.slice(person.length), start: end, gap: '' },
      ...words.slice(1),
    ]
  }
  const prefix = first === undefined ? undefined : namePrefix.exec(first.text)?.[0]
  if (first === undefined || prefix === undefined || !first.text.startsWith(query.slice(0, 2), prefix.length))
    return words
  return [{ ...first, text: first.text.slice(prefix.length) }, ...words.slice(1)]
}

/** The joined words from `first` on that begin with the search word, and the index of the next one. */
function joinUpTo(words: readonly TitleWord[], first: number, query: string): [text: string | undefined, last: number] {
  let text = ''
  let last = first
  while (last < words.length && text.length < query.length && query.startsWith(text)) {
    text += words[last]?.text ?? ''
    last += 1
  }
  return [text.startsWith(query) ? text : undefined, last]
}

/** What stands before titles without belonging to them. */
export const makers: ReadonlySet<string> = new Set(
  'adobe microsoft autodesk jetbrains the marvels marvel disneys disney apple google bbc nhk pbs netflix discovery nintendo ubisoft'.split(
    ' ',
  ),
)

function isVendor(words: readonly TitleWord[]): boolean {
  return words.every(({ text, isChinese }) => isChinese || makers.has(text))
}

/** The words from the first Chinese one on, if there is one. */
export function locateChinese(words: readonly TitleWord[]): Located {
  const first = words.findIndex(({ isChinese }) => isChinese)
  if (first < 0) return { before: [], base: '', glued: '', after: words }
  // A dot divides the names of foreigners: 哈利·波特.
  let last = first + 1
  while (/^[·,]$/.test(words[last]?.gap ?? '') && words[last]?.isChinese) last += 1
  const base = words
    .slice(first, last)
    .map(({ text }) => text)
    .join('')
  return { before: words.slice(0, first), base, glued: '', after: words.slice(last) }
}
