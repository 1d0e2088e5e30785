// Tells works of one family apart that are no video: editions of books, readers of audiobooks, versions of software.
import { createDisjointSets } from './disjoint-sets.ts'
import { joinPrefixes, joinYears } from './film-parts.ts'
import type { GroupedTitle } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import { hasIdeograph, readNumeral } from './mark.ts'
import { isPersonName, isWellKnown } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

/** 第3版, 2nd edition: people look for one of them. */
const editionNumber = /第([\d一二三四五六七八九十]{1,3})版|(\d)(?:st|nd|rd|th)[ ._-]edition/

/** Books about a work are works of their own: 三体 设定集; not 三体 典藏版. */
const companion = /攻略|设定集|画集|真题|词汇|[练复]?习题?|笔记|全书|讲义|\d题|手册|指南|教材|试卷|作文|语法|单词|阅读/

/** Programs that belong to another one: 艾尔登法环 修改器; not 艾尔登法环 附修改器. */
const addOn = /插件|(?<![附含送])修改器|补丁|存档|驱动/

export const concert = /演唱会|音乐会|巡演|(?<![a-z])(?:concert|tour|live)(?![a-z])/

/** MATLAB R2024a */
const release = /(?<=(?<![\da-z])r?)20[0-3]\d[ab](?![\da-z])/

/** Windows 10 Pro, Premiere Pro; the 2 of Blender 4.2 LTS */
const programEdition = /^(?:\d+|pro|professional|home|enterprise|edition|plus|studio|ultimate|cc|lts|ltsc|final|full)$/

/** The version in the parts of a kind: the year of a course, the edition of a book. */
const versionsOf = new Map<WorkClass, RegExp>([
  ['course', /^\d+/],
  ['book', /(?<=^[^|]*\|[^|]*\|)\d+/],
])

/** The part of each title within its family and class. */
export function otherParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const sets = createDisjointSets()
  const kind = titles[0]?.class
  const readers = new Set(titles.flatMap(({ title }) => readerOf(title) ?? []))
  // A reading of which nobody is named is the only one; beside several it is one of its own.
  const [reader = ''] = readers.size === 1 ? readers : []
  const numbers = new Set(titles.map(({ name }) => name.number))
  const parts = new Map(titles.map((title) => [title, partOf(title, numbers, reader)]))
  joinPrefixes([...parts.values()], sets)
  // Ye Hui Mei of 2003 is 叶惠美 of that year; a soundtrack or a concert of that year is not.
  if (kind === 'music')
    joinYears(new Map([...parts].filter(([, part]) => !/^(?:ost\||all|concert|$)/.test(part))), sets)
  // A course without a year is that of the only one of its teacher, a book without an edition that of the only one that is named.
  const version = kind && versionsOf.get(kind)
  const versions = version ? Map.groupBy(new Set(parts.values()), (part) => part.replace(version, '')) : new Map()
  for (const [subject, [first = '', second = '', ...others]] of versions) {
    if (subject !== '|' && others.length === 0 && [first, second].includes(subject)) sets.join(first, second || first)
  }
  return new Map([...parts].map(([title, part]) => [title, sets.find(part)]))
}

/** `numbers`: those behind the names of all titles; `reader`: the only one that is named. */
function partOf(grouped: GroupedTitle, numbers: ReadonlySet<number | undefined>, reader: string): string {
  const { title, name, class: kind } = grouped
  const number = numberOf(name)
  const rest = name.rest.length === 0 && name.before !== undefined ? [name.before] : name.rest
  const [first = ''] = rest
  const { folded } = title
  switch (kind) {
    case 'book':
      // The volumes of a novel are one work: 明朝那些事儿 第3部.
      return bookPart(grouped, title.marks.some((mark) => mark.name === 'part') ? '' : number)
    case 'audiobook':
      return audiobookPart(grouped, reader)
    case 'comic':
      return number
    case 'software':
      return programPart(grouped, numbers)
    case 'course':
      // A course is that of its teacher, 汤家凤 of 考研数学汤家凤.
      return [title.year ?? number, [...title.persons, name.before ?? ''].find(isPersonName) ?? first].join('|')
    case 'music':
      return musicPart(grouped, number)
    default:
      if (/全系列|系列(?:\d{0,2}部)?合集/.test(folded)) return 'all'
      // What players made for a game, without the game: 星露谷物语 MOD合集
      if (/mod(?:合集|整合包|大全)/.test(folded)) return `${number}/mod`
      return [number, ...rest].filter((piece) => piece !== '').join(' ')
  }
}

/** The number behind a name; a first part has the number 1 or none. */
function numberOf({ number = 1 }: GroupedTitle['name']): string {
  return number === 1 ? '' : String(number)
}

/** After a person stands a title: 单田芳 白眉大侠. A play is another recording than a reading: 三体 广播剧. */
function audiobookPart({ name, title }: GroupedTitle, reader: string): string {
  const isTitled = isPersonName(name.base)
  const own = isTitled ? name.rest.find((text) => !isPersonName(text)) : (readerOf(title) ?? reader)
  return `${own ?? ''}${title.folded.includes('广播剧') ? ' 广播剧' : ''}`.trim()
}

/** VMware Workstation 17.6.2 is VMware Workstation 17, if there are titles of that. */
function programPart({ title, name }: GroupedTitle, numbers: ReadonlySet<number | undefined>): string {
  const { marks, folded, year } = title
  const version = marks.find((mark) => mark.name === 'version')
  const [major = ''] = (version && /\d+/.exec(folded.slice(version.start))) ?? []
  const number = name.number === undefined && numbers.has(Number(major)) ? major : numberOf(name)
  const [rest = name.before ?? ''] = name.rest
  const words = programEdition.test(rest) ? '' : rest
  return [year ?? release.exec(folded)?.[0] ?? number, addOn.exec(folded)?.[0] ?? '', words].join('|')
}

function bookPart({ title, name }: GroupedTitle, number: string): string {
  // The word after a blank is the author, the one after a colon belongs to the title. After an author stands a title.
  const [rest = ''] = name.rest
  const isTitled = isPersonName(name.base) || (name.hasSubtitle && hasIdeograph(name.base + rest))
  const [, chinese, latin] = editionNumber.exec(title.folded) ?? []
  const edition = readNumeral(chinese ?? latin ?? '') ?? ''
  return [number, isTitled ? rest : '', edition, companion.exec(title.folded.replace(name.base, ''))?.[0] ?? ''].join(
    '|',
  )
}

/** Who reads, as the title says: by a word for it, else the last person that is no well-known author. */
function readerOf({ reader, persons }: RecognisedTitle): string | undefined {
  return reader ?? persons.findLast((person) => !isWellKnown(person))
}

function musicPart({ title: { folded, year, persons }, name }: GroupedTitle, number: string): string {
  const others = name.before === undefined ? persons : [name.before]
  const rest = name.rest.length > 0 ? name.rest : others
  // 久石让 - 菊次郎的夏天 原声带
  if (/ost|原声/.test(folded) && !name.hasSubtitle) return `ost|${number}`
  if (/合集|全集|大全|全部?专辑|discography/.test(folded)) return 'all'
  // The year identifies a concert, for its name can be in another language.
  if (concert.test(folded)) return `concert ${year ?? rest.join(' ')}`.trim()
  return [number, ...rest].filter((piece) => piece !== '').join(' ')
}
