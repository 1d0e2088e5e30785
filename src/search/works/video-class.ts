// Decides by the other titles of a family what a title is that does not say it: film or series, game or software.
import { type GroupedTitle, groupBy } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import type { MarkName } from './mark.ts'
import { addOn, concert } from './other-parts.ts'
import { isPersonName } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

const videoMarks = new Set<MarkName>(['quality', 'source', 'codec', 'hdr'])
const videoFormat = /^(?:mkv|mp4|avi|rmvb|mov|wmv|m2ts)$/

/** Where films come from, and series rarely. */
const filmSource =
  /原盘|remux|bluray|blu-ray|蓝光|hdtc|抢先版|imax|导演剪辑|加长版|半宽|(?<![a-z\d])(?:3d|sbs)(?![a-z\d])/

const gameFormat = /^(?:ns[pz]|xci|cia|3ds|vpk|rvz|cso|chd|wbfs|pbp|nro)$/

/** Words that are also names of programs. */
const alsoSoftware = /学习版|免安装|解压即玩|无需安装|整合包/

/** Copies from cinemas. */
const cinema = /抢先版|枪版|hdtc|hdcam|(?<![a-z])tc(?![a-z])/

/** The members of a family, none of class `video`. */
export function withClasses(all: readonly GroupedTitle[]): readonly GroupedTitle[] {
  const [only] = all
  // Most works of a search with thousands of links have one title.
  if (only?.class === 'video' && all.length === 1) return [{ ...only, class: 'film' }]
  const teachers = teachersOf(all)
  const members = all.map((member) => (isLesson(member, teachers) ? { ...member, class: 'course' as const } : member))
  const series = members.filter(({ class: kind }) => kind === 'series')
  const bySubtitle = groupBy(series, ({ name }) => name.rest[0] ?? '')
  return members.map((member) => ({ ...member, class: classOf(member, { members, series, bySubtitle }) }))
}

/** The teachers of the courses: 吴恩达 of 吴恩达机器学习 课程. */
function teachersOf(members: readonly GroupedTitle[]): ReadonlySet<string> {
  const courses = members.filter(({ class: kind }) => kind === 'course')
  const named = courses.flatMap(({ title, name }) => [...title.persons, name.before ?? ''])
  return new Set(named.filter(isPersonName))
}

/** 吴恩达 机器学习 全142集 beside courses of the same teacher. */
function isLesson({ title, class: kind }: GroupedTitle, teachers: ReadonlySet<string>): boolean {
  if (teachers.size === 0 || (kind !== 'series' && kind !== 'video')) return false
  return [...teachers].some((teacher) => title.folded.includes(teacher))
}

interface Family {
  readonly members: readonly GroupedTitle[]
  readonly series: readonly GroupedTitle[]
  readonly bySubtitle: ReadonlyMap<string, readonly GroupedTitle[]>
}

function classOf(member: GroupedTitle, { members, series, bySubtitle }: Family): WorkClass {
  switch (member.class) {
    case 'collection':
      return isCollectionOfSeries(member, members, series) ? 'series' : 'collection'
    case 'comic':
      return isBook(member, members) ? 'book' : 'comic'
    case 'game':
      return isSoftware(member, members) ? 'software' : 'game'
    case 'software':
      return isProgramOfGame(member, members) ? 'game' : 'software'
    case 'video':
      return videoClass(member, members, bySubtitle.get(member.name.rest[0] ?? '') ?? (isSeason(member) ? series : []))
    default:
      return member.class
  }
}

/** Whether a subtitle can name a season: 丝路季, 风味人间4：谷物星球. */
function isSeason({ name: { rest, number = 1 }, title }: GroupedTitle): boolean {
  return rest[0]?.endsWith('季') === true || (number > 1 && title.year === undefined)
}

/** `series`: those of the family with the same subtitle. */
function videoClass(
  member: GroupedTitle,
  members: readonly GroupedTitle[],
  series: readonly GroupedTitle[],
): WorkClass {
  if (isConcert(member, members)) return 'music'
  const { folded, marks, chinese } = member.title
  const isFilm = chinese !== undefined && filmSource.test(folded) && hasFilm(members, series)
  if (isFilm || cinema.test(folded)) return 'film'
  if (
    isSeries(
      member,
      series.filter((other) => isLikeShort(member, other)),
      members,
    )
  )
    return 'series'
  const isVideo = marks.some(
    ({ name, start, end }) => videoMarks.has(name) || (name === 'format' && videoFormat.test(folded.slice(start, end))),
  )
  if (isVideo) return 'film'
  const only = onlyClass(members) ?? 'film'
  // Games have languages too.
  return only !== 'game' && marks.some(({ name }) => name === 'language') ? 'film' : only
}

/** Taylor Swift The Eras Tour beside albums of hers. */
function isConcert({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  return members.some(({ class: kind }) => kind === 'music') && concert.test(title.folded)
}

/** The volumes of a novel as PDF, unless a title says that there is a comic. */
function isBook({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  const isComic = ({ marks, folded }: GroupedTitle['title']) =>
    marks.some(({ kind }) => kind === 'comic') || /cb[zr]|\d话/.test(folded)
  return (
    !isComic(title) &&
    members.some(({ class: kind }) => kind === 'book') &&
    !members.some((member) => isComic(member.title))
  )
}

/** Whether there is a film of the name, because a title has another year than the series. */
function hasFilm(members: readonly GroupedTitle[], series: readonly GroupedTitle[]): boolean {
  const years = new Set(series.map(({ title }) => title.year))
  return members.some(
    ({ class: kind, title }) =>
      kind === 'film' || (kind === 'video' && title.year !== undefined && !years.has(title.year)),
  )
}

/** A short drama for phones is named so: the film of that name is none. */
function isLikeShort({ title }: GroupedTitle, { title: other }: GroupedTitle): boolean {
  return !other.folded.includes('短剧') || title.folded.includes('短剧')
}

/** Whether a title belongs to the series with its name, of which it says neither season nor episode. */
function isSeries(
  { title, name }: GroupedTitle,
  series: readonly GroupedTitle[],
  members: readonly GroupedTitle[],
): boolean {
  if (series.length === 0) return false
  if (name.rest[0]?.endsWith('季') === true) return true
  const isLatin = title.chinese === undefined
  const { year } = title
  if (year === undefined) {
    // The number of a Latin title is that of an episode: Bleach 10.
    return name.number === undefined || isLatin || series.some((other) => hasSeason(other, name.number ?? 0))
  }
  const years = series.flatMap((other) => other.title.year ?? [])
  if (years.length > 0) return years.includes(year)
  // Releases of series name the season beside the year.
  if (isLatin) return false
  const isFilm = name.number !== undefined || filmSource.test(title.folded) || hasFilmOfYear(members, year)
  return !isFilm && series.some((other) => other.title.chinese !== undefined)
}

/** Whether another title shows that there is a film of this year, or a collection that there are several films. */
function hasFilmOfYear(members: readonly GroupedTitle[], year: number): boolean {
  return members.some(
    ({ class: kind, title }) =>
      (kind === 'collection' && !title.marks.some(({ name }) => name === 'season')) ||
      (title.year === year &&
        (kind === 'film' || (kind === 'video' && (title.chinese === undefined || filmSource.test(title.folded))))),
  )
}

function hasSeason({ name, title }: GroupedTitle, season: number): boolean {
  return name.number !== undefined || title.seasons.includes(season)
}

/** A title with a version is a game, unless the others are software. */
function isSoftware({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  if (isGame(title)) return false
  // Programs are named with years.
  const isProgram =
    title.year !== undefined ||
    members.some(({ class: kind, title: other }) => kind === 'software' && !addOn.test(other.folded))
  return isProgram && !members.some((member) => member.class === 'game' && isGame(member.title))
}

/** A program for a phone or computer is a game, if the others say so. */
function isProgramOfGame({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  if (title.marks.some(({ kind }) => kind === 'software')) return false
  return members.some((member) => member.class === 'game' && isGame(member.title))
}

function isGame({ marks, folded }: RecognisedTitle): boolean {
  return marks.some(
    ({ kind, name, start, end }) =>
      (kind === 'game' && !alsoSoftware.test(folded.slice(start, end))) ||
      (name === 'format' && gameFormat.test(folded.slice(start, end))),
  )
}

/** The class of a title that says nothing, if all others have the same; trainers of a game are software. */
function onlyClass(members: readonly GroupedTitle[]): WorkClass | undefined {
  const classes = new Set(members.map(({ class: kind }) => kind).filter((kind) => kind !== 'video'))
  if (classes.has('game')) classes.delete('software')
  const [only] = classes
  return classes.size === 1 && only !== 'collection' ? only : undefined
}

/** A collection of a series is the series, if it names no films and there are none with numbers: Mushoku Tensei 合集. */
function isCollectionOfSeries(
  { title }: GroupedTitle,
  members: readonly GroupedTitle[],
  series: readonly GroupedTitle[],
): boolean {
  if (series.length === 0 || members.some(isSequel)) return false
  const parts = title.marks.filter(({ name }) => name === 'parts')
  if (parts.length === 0 || title.marks.some(({ kind }) => kind === 'film')) return false
  return parts.every(({ start, end }) =>
    (title.isAnimation ? /^(?:合集|[\d\s\-~+]+部?)$/ : /^(?:合集|[\d\s\-~+]+)$/).test(title.folded.slice(start, end)),
  )
}

/** A film with a number; the number of a Latin title can be that of an episode. */
function isSequel({ class: kind, name, title }: GroupedTitle): boolean {
  return kind === 'video' && title.chinese !== undefined && (name.number ?? 1) > 1
}
