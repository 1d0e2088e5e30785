// Finds the words of a title from which on they name the work.
import { hasIdeograph } from './mark.ts'
import { isPersonName, isWellKnown } from './persons.ts'
import { joined, type TitleWord } from './title-words.ts'

/** The separators of a subtitle. */
const subtitleGap = /[:：]|\s[-–—]+\s?|[-–—]\s/
const minQueryAfterPerson = 4
const namePrefix = /^(?:[a-z](?=[一-鿿])|老版|新版|央视版?|电影|电视剧|动画|动漫|小说)/

export function isSubtitleGap(gap: string): boolean {
  return subtitleGap.test(gap)
}

/** The words from the first one of the base on; the base is the search word if they contain it. */
export interface Located {
  readonly before: readonly TitleWord[]
  readonly base: string
  /** The characters attached to the search word: 2 of 飞驰人生2. */
  readonly glued: string
  readonly after: readonly TitleWord[]
}

/** Where words begin with the search word, however it is divided: 哈利·波特. What follows a colon is a subtitle. */
export function locate(all: readonly TitleWord[], query: string): Located | undefined {
  if (query === '') return undefined
  const words = withoutPrefix(all, query)
  for (const [first, word] of words.entries()) {
    const before = words.slice(0, first)
    const last = endOfName(words, first, query)
    if (last === undefined || !isPlace(before, word, query)) continue
    const glued = joined(words.slice(first, last)).slice(query.length)
    return { before, base: query, glued, after: words.slice(last) }
  }
  return undefined
}

/** Whether a title can begin with this word after the ones before. */
function isPlace(before: readonly TitleWord[], word: TitleWord, query: string): boolean {
  // 灯塔 of 纸鹤·灯塔 is not its name, but 济公传 of 郭德纲·济公传 is.
  if (word.gap === '·' && before.length === 1 && !isPersonName(before[0]?.text ?? '')) return false
  return before.length === 0 || (!isSubtitleGap(word.gap) && (hasIdeograph(query) || isVendor(before)))
}

/** D斗罗大陆 in folders sorted by first letters, 老版三国演义, 张宇考研数学. */
function withoutPrefix(words: readonly TitleWord[], query: string): readonly TitleWord[] {
  const [first, ...others] = words
  if (first === undefined) return words
  const person = first.text.slice(0, Math.max(first.text.indexOf(query), 0))
  if (isWellKnown(person) || (query.length >= minQueryAfterPerson && isPersonName(person))) {
    const end = first.start + person.length
    const name = { ...first, text: first.text.slice(person.length), start: end, gap: '' }
    return [{ ...first, text: person, end }, name, ...others]
  }
  const [prefix = ''] = namePrefix.exec(first.text) ?? []
  const isPrefix = prefix !== '' && first.text.startsWith(query.slice(0, 2), prefix.length)
  return isPrefix ? [{ ...first, text: first.text.slice(prefix.length) }, ...others] : words
}

/** The end of the words from `first` on that together begin with the search word. */
function endOfName(words: readonly TitleWord[], first: number, query: string): number | undefined {
  let text = ''
  let last = first
  while (last < words.length && text.length < query.length && query.startsWith(text)) {
    text += words[last]?.text ?? ''
    last += 1
  }
  return text.startsWith(query) ? last : undefined
}

/** Words before titles that do not belong to them. */
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
  const base = joined(words.slice(first, last))
  return { before: words.slice(0, first), base, glued: '', after: words.slice(last) }
}
