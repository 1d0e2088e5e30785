// Decides what the titles of one family are by what the whole answer says: film or series, reading or series, game or program.
import { type GroupedTitle, modeOf } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import type { KnownKind } from './known-kinds.ts'
import type { MarkName } from './mark.ts'
import { addOn, concert } from './other-parts.ts'
import { isPersonName } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

/** A title with the kind that was decided, and the rule that decided it. */
export interface DecidedTitle extends GroupedTitle {
  readonly why: string
}

const videoMarks = new Set<MarkName>(['quality', 'source', 'codec', 'hdr'])
const videoFormat = /^(?:mkv|mp4|avi|rmvb|mov|wmv|m2ts)$/
/** Where films come from, and series rarely. */
const filmSource =
  /原盘|remux|bluray|blu-ray|蓝光|hdtc|抢先版|imax|导演剪辑|加长版|半宽|(?<![a-z\d])(?:3d|sbs)(?![a-z\d])/
/** Copies from cinemas. */
const cinema = /抢先版|枪版|hdtc|hdcam|(?<![a-z])tc(?![a-z])/
const gameFormat = /^(?:ns[pz]|xci|cia|3ds|vpk|rvz|cso|chd|wbfs|pbp|nro)$/
/** Words for games that are also words for programs. */
const alsoSoftware = /学习版|免安装|解压即玩|无需安装|整合包/

/** The titles of a family, none of class `video`. `known`: the kind of its name, where the answer does not say it. */
export function decideKinds(all: readonly GroupedTitle[], known?: KnownKind): readonly DecidedTitle[] {
  const persons = personsWithKind(all)
  const members = persons.length === 0 ? all : all.map((member) => byPerson(member, persons))
  const series = members.filter(({ class: kind }) => kind === 'series')
  const family = {
    members,
    series,
    bySubtitle: Map.groupBy(series, ({ name }) => name.rest[0] ?? ''),
    hasNumberedSeasons: series.some(saysSeason),
    only: onlyClass(members),
    hasReadings: hasReadings(members),
    known,
  }
  const decided = members.map((member) => decide(member, family))
  const hasFilmParts = decided.some(({ class: kind, name, title }) => kind === 'film' && isNumbered(name.number, title))
  return decided.map((member) => decidePack(member, { ...family, hasFilmParts }))
}

interface Family {
  readonly members: readonly GroupedTitle[]
  readonly series: readonly GroupedTitle[]
  readonly bySubtitle: ReadonlyMap<string, readonly GroupedTitle[]>
  /** Some post names a season after the first, or counts the episodes of a number after the first. */
  readonly hasNumberedSeasons: boolean
  /** The class that most titles have that are no video. */
  readonly only: WorkClass | undefined
  readonly hasReadings: boolean
  readonly known: KnownKind | undefined
}

function saysSeason({ name, title: { seasons } }: GroupedTitle): boolean {
  return (name.number ?? 1) > 1 || seasons.some((season) => season > 1)
}

function isNumbered(number: number | undefined, { chinese }: RecognisedTitle): boolean {
  return chinese !== undefined && (number ?? 1) > 1
}

type PersonWithKind = readonly [person: string, kind: WorkClass]

/** The teachers of courses and the readers of audiobooks. */
function personsWithKind(all: readonly GroupedTitle[]): readonly PersonWithKind[] {
  const found = new Map<string, WorkClass>()
  for (const { class: kind, title, name } of all) {
    if (kind === 'course') for (const person of [...title.persons, name.before ?? '']) found.set(person, kind)
    if (kind === 'audiobook') found.set(title.reader ?? '', kind)
  }
  return [...found].filter(([person]) => isPersonName(person))
}

/**
 * Who teaches or reads in one title does so in the others: 单田芳 白眉大侠 320回 is a reading beside 单田芳评书全集; 斗罗大陆 320集 beside a
 * reading of 斗罗大陆 is none, because it names nobody.
 */
function byPerson(member: GroupedTitle, persons: readonly PersonWithKind[]): GroupedTitle {
  if (member.class !== 'series' && member.class !== 'video') return member
  const [, kind = member.class] = persons.find(([person]) => member.title.folded.includes(person)) ?? []
  return { ...member, class: kind }
}

function decide(member: GroupedTitle, family: Family): DecidedTitle {
  const { members } = family
  const as = (kind: WorkClass, why: string) => ({ ...member, class: kind, why })
  switch (member.class) {
    case 'comic':
      return isBook(member, members) ? as('book', 'the others are volumes of a book') : as('comic', 'its own words')
    case 'game':
      return isSoftware(member, members) ? as('software', 'the others are programs') : as('game', 'its own words')
    case 'software':
      return isProgramOfGame(member, members) ? as('game', 'the others are a game') : as('software', 'its own words')
    case 'video':
      return as(...videoClass(member, family))
    case 'music':
      return family.hasReadings ? as('audiobook', 'the others are readings') : as('music', 'its own words')
    default:
      return as(member.class, 'its own words')
  }
}

/** The class of a title that has no word for it, with the rule. */
function videoClass(member: GroupedTitle, family: Family): readonly [WorkClass, string] {
  const { members } = family
  const { title } = member
  if (members.some(({ class: kind }) => kind === 'music') && concert.test(title.folded))
    return ['music', 'a concert beside albums']
  if (cinema.test(title.folded)) return ['film', 'a copy from a cinema']
  return asSeries(member, family) ?? asKnown(member, family) ?? asFilm(title, family.only ?? 'film')
}

/**
 * What is known besides the answer decides where the answer does not: 庆余年2 4K is a season if a list of series has 庆余年; not 庆余年2 4K
 * beside 庆余年 2019 4K, and not 庆余年：前传.
 */
function asKnown({ title, name }: GroupedTitle, { known, members }: Family): readonly [WorkClass, string] | undefined {
  const isOpen = ({ class: kind, title: other }: GroupedTitle) =>
    kind === 'video' && other.year === undefined && !filmSource.test(other.folded)
  if (known === undefined || title.chinese === undefined || name.rest.length > 0 || !members.every(isOpen))
    return undefined
  return [known.kind, known.why]
}

/** Whether the numbers behind the name are seasons, or parts of films that have years; undefined if the titles do not show it. */
export function areSeasons(members: readonly GroupedTitle[]): boolean | undefined {
  const isNumberedFilm = ({ class: kind, title, name }: GroupedTitle) =>
    kind === 'film' && title.year !== undefined && isNumbered(name.number, title)
  if (members.some(isNumberedFilm)) return false
  return (
    members.some((member) => member.class === 'series' && member.name.rest.length === 0 && saysSeason(member)) ||
    undefined
  )
}

function asSeries(member: GroupedTitle, family: Family): readonly [WorkClass, string] | undefined {
  const { title, name } = member
  const same = family.bySubtitle.get(name.rest[0] ?? '') ?? (isSeasonName(member) ? family.series : [])
  const series = same.filter((other) => isLikeShort(title, other.title))
  if (series.length === 0) return undefined
  if (title.chinese !== undefined && filmSource.test(title.folded) && hasFilm(family.members, series))
    return ['film', 'the source of a film beside a film']
  const why = whySeries(member, family, series)
  return why === undefined ? undefined : ['series', why]
}

/** `only`: the class that all others have. Games have languages too. */
function asFilm({ marks, folded }: RecognisedTitle, only: WorkClass): readonly [WorkClass, string] {
  const isVideo = marks.some(
    ({ name, start, end }) => videoMarks.has(name) || (name === 'format' && videoFormat.test(folded.slice(start, end))),
  )
  if (isVideo) return ['film', 'no other post counts its episodes']
  if (only !== 'game' && marks.some(({ name }) => name === 'language')) return ['film', 'it has a language']
  return [only, only === 'film' ? 'nothing says otherwise' : 'so are most others']
}

/**
 * The reason why a title belongs to the series of its name, of which it says neither season nor episode; undefined if it does not.
 * `series`: the series of the family with the same subtitle.
 */
function whySeries(member: GroupedTitle, family: Family, series: readonly GroupedTitle[]): string | undefined {
  const { title, name } = member
  const { year } = title
  if (name.rest[0]?.endsWith('季') === true) return 'its subtitle is a season'
  const isLatin = title.chinese === undefined
  if (isNumbered(name.number, title)) return whySeason(member, family, series)
  // The number of a Latin title is that of an episode: Bleach 10.
  if (year === undefined) return 'a series has its name, and no year speaks against it'
  const years = series.flatMap((other) => other.title.year ?? [])
  if (years.includes(year)) return 'a series has its name and its year'
  // Releases of series name the season beside the year.
  if (years.length > 0 || isLatin || filmSource.test(title.folded)) return undefined
  if (name.number !== undefined || hasFilmOfYear(family.members, year)) return undefined
  return series.some((other) => other.title.chinese !== undefined) ? 'a series has its name, none its year' : undefined
}

/**
 * A number behind the name is a season where another post names a later season or counts the episodes of a number: 狄仁杰3 beside 狄仁杰2 40集.
 * It is a part of a series of films where none does: 唐人街探案2 beside 唐人街探案 网剧 12集; or where its year is that of no season.
 */
function whySeason(
  { title, name }: GroupedTitle,
  { hasNumberedSeasons }: Family,
  series: readonly GroupedTitle[],
): string | undefined {
  const { year } = title
  const same = series.filter(
    (other) => other.title.seasons.includes(name.number ?? 0) || other.name.number === name.number,
  )
  const years = same.flatMap((other) => other.title.year ?? [])
  if (same.length > 0 && (year === undefined || years.length === 0 || years.includes(year)))
    return `another post names season ${name.number} or counts its episodes`
  // A year that no post of a season has is that of a film.
  return hasNumberedSeasons && year === undefined && same.length === 0
    ? 'other posts count the episodes of later seasons'
    : undefined
}

/** Whether a subtitle can name a season: 丝路季, 风味人间4：谷物星球. */
function isSeasonName({ name: { rest, number = 1 }, title }: GroupedTitle): boolean {
  return rest[0]?.endsWith('季') === true || (number > 1 && title.year === undefined)
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
function isLikeShort(title: RecognisedTitle, other: RecognisedTitle): boolean {
  return !other.folded.includes('短剧') || title.folded.includes('短剧')
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

/** The class that most others have, if none of them is a video; trainers of a game are software. */
function onlyClass(members: readonly GroupedTitle[]): WorkClass | undefined {
  const classes = members.map(({ class: kind }) => kind).filter((kind) => kind !== 'video')
  const isVideo = classes.some((kind) => kind === 'series' || kind === 'film')
  if (isVideo) return new Set(classes).size === 1 ? classes[0] : undefined
  const others = classes.filter((kind) => kind !== 'collection' && (kind !== 'software' || !classes.includes('game')))
  return modeOf(others)
}

/**
 * Several parts of a series are seasons of it, unless a title of the answer is a later film of the name: 狄仁杰1-4部 beside 狄仁杰2 40集;
 * not 唐人街探案1-3部 beside 唐人街探案2. What is called a trilogy or names films is a collection of films.
 */
function decidePack(member: DecidedTitle, family: Family & { readonly hasFilmParts: boolean }): DecidedTitle {
  if (member.class !== 'collection' || family.series.length === 0 || family.hasFilmParts) return member
  const { marks, folded, isAnimation } = member.title
  const parts = marks.filter(({ name }) => name === 'parts').map(({ start, end }) => folded.slice(start, end))
  if (parts.length === 0 || marks.some(({ kind }) => kind === 'film')) return member
  const isSeasons = parts.every(
    (part) =>
      /^(?:合集|[\d\s\-~+]+)$/.test(part) ||
      (/^第?[\d一-十\s\-~至+]+部/.test(part) && (isAnimation || family.hasNumberedSeasons)),
  )
  return isSeasons ? { ...member, class: 'series', why: 'the parts are seasons, as other posts have them' } : member
}

/** Whether titles with nothing but a sound format are readings, as others are: 济公传 郭德纲 MP3; not 周杰伦 FLAC beside an album. */
function hasReadings(members: readonly GroupedTitle[]): boolean {
  return (
    members.some(({ class: kind }) => kind === 'audiobook') &&
    !members.some(({ class: kind, title }) => kind === 'music' && isAlbum(title))
  )
}

function isAlbum({ marks }: RecognisedTitle): boolean {
  return marks.some(({ kind, name }) => kind === 'music' || name === 'audio' || name === 'codec')
}

/** The volumes of a novel as PDF, unless a title says that there is a comic. */
function isBook({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  const isComic = ({ marks, folded }: RecognisedTitle) =>
    marks.some(({ kind }) => kind === 'comic') || /cb[zr]|\d话/.test(folded)
  return (
    members.some(({ class: kind }) => kind === 'book') &&
    ![title, ...members.map((member) => member.title)].some(isComic)
  )
}

/** A title with a version is a game, unless the others are software: programs are named with years. */
function isSoftware({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  if (isGame(title)) return false
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
