// Tells works of one family apart that are no video: editions of books, readers of audiobooks, versions of software.

import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { joinPrefixes, joinYears } from './film-parts.ts'
import type { GroupedTitle } from './grouped-title.ts'
import { hasIdeograph, readNumeral } from './mark.ts'
import { isPersonName, isWellKnown } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

/** 第3版, 2nd edition: people look for one of them. */
const editionNumber = /第([\d一二三四五六七八九十]{1,3})版|(\d)(?:st|nd|rd|th)[ ._-]edition/

/** Books about a work are works of their own: 三体 设定集; not 三体 典藏版. */
const companion = /攻略|设定集|画集|真题|词汇|[练复]?习题?|笔记|全书|讲义|\d题|手册|指南|教材|试卷|作文|语法|单词|阅读/

/** Programs that belong to another one: 艾尔登法环 修改器; not 艾尔登法环 附修改器. */
export const addOn = /插件|(?<![附含送])修改器|补丁|存档|驱动/

export const concert = /演唱会|音乐会|巡演|(?<![a-z])(?:concert|tour|live)(?![a-z])/

/** A play is another recording than a reading: 三体 广播剧. */
const drama = /广播剧/

/** MATLAB R2024a */
const release = /(?<=(?<![\da-z])r?)20[0-3]\d[ab](?![\da-z])/

/** Windows 10 Pro, Premiere Pro; the 2 of Blender 4.2 LTS */
const programEdition = /^(?:\d+|pro|professional|home|enterprise|edition|plus|studio|ultimate|cc|lts|ltsc|final|full)$/

/** The part of each title within its family and class. */
export function otherParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const sets = createDisjointSets()
  const readers = [...new Set(titles.flatMap(({ title }) => ownReader(title) ?? []))].sort()
  const volumes = titles.filter(isVolume)
  const books = new Set(titles.filter((title) => !volumes.includes(title)).map(({ name }) => name.number))
  const hasBase = titles.some(({ name }) => name.rest.length === 0)
  const numbers = new Set(titles.map(({ name }) => name.number))
  const parts = new Map(
    titles.map((title) => [
      title,
      hasBase && isExtension(title) ? '' : partOf(asVolume(withMajorVersion(title, numbers), volumes, books), readers),
    ]),
  )
  joinPrefixes([...parts.values()], sets)
  if (titles[0]?.class === 'music') {
    joinAlbums(parts, sets)
    joinConcerts(titles, sets)
  }
  if (titles[0]?.class === 'course') joinVersions(parts.values(), /^\d+/, sets)
  if (titles[0]?.class === 'book' && !titles.some(isOfYear))
    joinVersions(parts.values(), /(?<=^[^|]*\|[^|]*\|)\d+/, sets)
  return new Map([...parts].map(([title, part]) => [title, sets.find(part)]))
}

/** A course is that of its teacher, 汤家凤 of 考研数学汤家凤; a word that is no name is none, 强化班 of 强化班考研数学. */
function teacherOf({ before }: GroupedTitle['name']): string | undefined {
  return before !== undefined && isPersonName(before) ? before : undefined
}

/** A part of a book that is counted by a word: 明朝那些事儿 第3部. */
function isVolume({ class: kind, title }: GroupedTitle): boolean {
  return kind === 'book' && title.marks.some((mark) => mark.name === 'part')
}

/** The volumes of a novel are one work: 明朝那些事儿 第3部; not 诡秘之主 第二部 beside 诡秘之主2, which are books of their own. */
function asVolume(
  title: GroupedTitle,
  volumes: readonly GroupedTitle[],
  books: ReadonlySet<number | undefined>,
): GroupedTitle {
  const { name } = title
  return volumes.includes(title) && !books.has(name.number) ? { ...title, name: { ...name, number: undefined } } : title
}

/** 流畅的Python 2017 can be another edition than 第2版. */
function isOfYear({ title }: GroupedTitle): boolean {
  return title.year !== undefined && !editionNumber.test(title.folded)
}

/** Joins titles with and without a year or edition, if they name only one: the lessons of a teacher, 第3版 of a book. */
function joinVersions(parts: Iterable<string>, version: RegExp, sets: DisjointSets): void {
  for (const [subject, same] of Map.groupBy(new Set(parts), (part) => part.replace(version, ''))) {
    if (subject !== '|' && same.length === 2 && same.includes(subject)) sets.join(same[0] ?? '', same[1] ?? '')
  }
}

/** Ye Hui Mei of 2003 is 叶惠美 of that year; a soundtrack or a concert of that year is not. */
function joinAlbums(parts: ReadonlyMap<GroupedTitle, string>, sets: DisjointSets): void {
  const albums = [...parts].filter(([, part]) => !/^(?:ost\||all|concert|$)/.test(part))
  joinYears(new Map(albums), sets)
}

/** Later additions to a game belong to it: 艾尔登法环 黄金树幽影 DLC; 全DLC says that a game has all of them. */
function isExtension({ class: kind, title, name }: GroupedTitle): boolean {
  return kind === 'game' && name.number === undefined && /(?<![全含附+]\s?)dlc|资料片/.test(title.folded)
}

/** VMware Workstation 17.6.2 is VMware Workstation 17, if there are titles of that. */
function withMajorVersion(grouped: GroupedTitle, numbers: ReadonlySet<number | undefined>): GroupedTitle {
  const { title, name } = grouped
  if (grouped.class !== 'software' || name.number !== undefined) return grouped
  const version = title.marks.find((mark) => mark.name === 'version')
  const number = version && Number.parseInt(title.folded.slice(version.start).replace(/^v/, ''), 10)
  return numbers.has(number) ? { ...grouped, name: { ...name, number } } : grouped
}

function partOf(grouped: GroupedTitle, readers: readonly string[]): string {
  const { title, name, class: kind } = grouped
  const number = name.number === undefined || name.number === 1 ? '' : String(name.number)
  const rest = name.rest.length === 0 && name.before !== undefined ? [name.before] : name.rest
  const [first = ''] = rest
  switch (kind) {
    case 'book':
      return bookPart(grouped, number)
    case 'audiobook':
      return audiobookPart(grouped, readers)
    case 'comic':
      return number
    case 'software':
      return programPart(title, number, first)
    case 'course':
      return [title.year ?? number, title.persons[0] ?? teacherOf(name) ?? first].join('|')
    case 'music':
      return musicPart(grouped, number)
    default:
      if (kind === 'game' && /全系列|系列(?:\d{0,2}部)?合集/.test(title.folded)) return 'all'
      return isModification(title) ? `${number}/mod` : [number, ...rest].filter((piece) => piece !== '').join(' ')
  }
}

/** After a person stands a title: 单田芳 白眉大侠. A title has readers: 鬼吹灯 周建龙播讲. */
function audiobookPart({ name, title }: GroupedTitle, readers: readonly string[]): string {
  const work = isPersonName(name.base) ? name.rest.find((text) => !isPersonName(text)) : readerOf(title, readers)
  return [work ?? '', drama.exec(title.folded)?.[0] ?? ''].filter((piece) => piece !== '').join(' ')
}

function programPart({ year, folded }: RecognisedTitle, number: string, rest: string): string {
  const version = year ?? release.exec(folded)?.[0] ?? number
  return [version, addOn.exec(folded)?.[0] ?? '', programEdition.test(rest) ? '' : rest].join('|')
}

/** Whether a title names what players made for a game, without the game. */
function isModification({ folded, marks }: RecognisedTitle): boolean {
  return /mod(?:合集|整合包|大全)/.test(folded) && !marks.some(({ name }) => name === 'version')
}

function bookPart({ title, name }: GroupedTitle, number: string): string {
  // The word after a blank is the author, the one after a colon belongs to the title. After an author stands a title.
  const [rest = ''] = name.rest
  const isTitled = isPersonName(name.base) || (name.hasSubtitle && hasIdeograph(name.base + rest))
  const subtitle = isTitled ? rest : ''
  const [, chinese, latin] = editionNumber.exec(title.folded) ?? []
  const edition = readNumeral(chinese ?? latin ?? '') ?? ''
  return [number, subtitle, edition, companion.exec(title.folded.replace(name.base, ''))?.[0] ?? ''].join('|')
}

/** Who reads, as the title says: by a word for it, else the last person that is no well-known author. */
function ownReader({ reader, persons }: RecognisedTitle): string | undefined {
  return reader ?? persons.findLast((person) => !isWellKnown(person))
}

/** A reading of which nobody is named is the only one; beside several it is one of its own. */
function readerOf(title: RecognisedTitle, readers: readonly string[]): string {
  const named = ownReader(title) ?? readers.find((reader) => title.folded.includes(reader))
  return named ?? (readers.length === 1 ? (readers[0] ?? '') : '')
}

/** 魔天伦, Eras */
function concertName(words: readonly string[]): string {
  return words.filter((word) => !/^(?:the|world|concert|live|tour)$/.test(word)).join(' ')
}

/** A concert with a name and a year is that of the name and that of the year: 魔天伦演唱会 2013 is 魔天伦演唱会, and 演唱会 2013; not 演唱会 2023. */
function joinConcerts(titles: readonly GroupedTitle[], sets: DisjointSets): void {
  for (const { title, name } of titles) {
    const rest = concertName(name.rest)
    if (concert.test(title.folded) && title.year !== undefined && rest !== '')
      sets.join(`concert ${title.year}`, `concert ${rest}`)
  }
}

function musicPart({ title: { folded, year, persons }, name }: GroupedTitle, number: string): string {
  const others = name.before === undefined ? persons : [name.before]
  const rest = name.rest.length > 0 ? name.rest : others
  // 久石让 - 菊次郎的夏天 原声带
  const isAlbum = name.hasSubtitle && name.rest.length > 0
  if (/ost|原声/.test(folded) && !isAlbum) return `ost|${number}`
  if (/合集|全集|大全|全部?专辑|discography/.test(folded)) return 'all'
  // The year identifies a concert, for its name can be in another language.
  if (concert.test(folded)) return `concert ${year ?? concertName(rest)}`.trim()
  return [number, ...rest].filter((piece) => piece !== '').join(' ')
}
