// Decides what the titles of one family are by what the whole answer says: film or series, reading or series, game or program.
import { type GroupedTitle, modeOf } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import type { KnownKind } from './known-kinds.ts'
import type { MarkName, TitleMark } from './mark.ts'
import { concert } from './other-parts.ts'
import { isPersonName } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

/** A title with the kind that was decided, and the rule that decided it. */
export interface DecidedTitle extends GroupedTitle {
  readonly why: string
}

type Decision = readonly [kind: WorkClass, why: string]
type Family = ReturnType<typeof familyOf>

const videoMarks = new Set<MarkName>(['quality', 'source', 'codec', 'hdr'])
const videoFormat = /^(?:mkv|mp4|avi|rmvb|mov|wmv|m2ts)$/
/** Where films come from, and series rarely. */
const filmSource =
  /原盘|remux|bluray|blu-ray|蓝光|hdtc|抢先版|枪版|hdcam|imax|导演剪辑|加长版|(?<![a-z\d])(?:3d|tc)(?![a-z])/
/** Words for games that are also words for programs. */
const alsoSoftware = /学习版|免安装|解压即玩|无需安装|整合包/

/** The titles of a family, none of class `video`. `known`: the kind of its name, where the answer does not say it. */
export function decideKinds(all: readonly GroupedTitle[], known?: KnownKind): readonly DecidedTitle[] {
  const family = familyOf(all, known)
  const decided = family.members.map((member) => {
    const [kind, why] = decide(member, family)
    return { ...member, class: kind, why }
  })
  const hasFilmParts = decided.some((member) => member.class === 'film' && isNumbered(member))
  return hasFilmParts ? decided : decided.map((member) => decidePack(member, family))
}

/** The statements of all titles of a family together. */
function familyOf(all: readonly GroupedTitle[], known: KnownKind | undefined) {
  const members = byPersons(all)
  const classes = new Set(members.map(({ class: kind }) => kind))
  const series = members.filter(({ class: kind }) => kind === 'series')
  const says = (kind: WorkClass, isSaid: (mark: TitleMark, text: string) => boolean) =>
    members.some(
      ({ class: own, title: { marks, folded } }) =>
        own === kind && marks.some((mark) => isSaid(mark, folded.slice(mark.start, mark.end))),
    )
  return {
    members,
    classes,
    series,
    known,
    /** Of use where a title does not say what it is. */
    bySubtitle: Map.groupBy(classes.has('video') ? series : [], ({ name }) => name.rest[0] ?? ''),
    /** Some post names a season after the first, or counts the episodes of a number after the first. */
    hasNumberedSeasons: series.some((member) => seasonsOf(member).some((season) => season > 1)),
    only: classes.has('video') ? onlyClass(members) : undefined,
    /** Titles with nothing but a sound format are readings, as others are: 济公传 郭德纲 MP3; not 周杰伦 FLAC beside an album. */
    hasReadings: classes.has('audiobook') && !says('music', ({ kind, name }) => kind === 'music' || name === 'audio'),
    isGame: says('game', ({ kind }, word) => kind === 'game' && !alsoSoftware.test(word)),
    hasComic: says('comic', ({ kind }) => kind === 'comic'),
  }
}

/** The seasons that a title names, and the number behind its name, which may be one. */
function seasonsOf({ name: { number = 1 }, title: { seasons } }: GroupedTitle): readonly number[] {
  return [number, ...seasons]
}

function isNumbered({ name: { number = 1 }, title: { chinese } }: GroupedTitle): boolean {
  return chinese !== undefined && number > 1
}

/** The class that most titles have that are no video. */
function onlyClass(members: readonly GroupedTitle[]): WorkClass | undefined {
  const classes = members.map(({ class: kind }) => kind).filter((kind) => kind !== 'video')
  const isVideo = classes.some((kind) => kind === 'series' || kind === 'film')
  return isVideo && new Set(classes).size > 1 ? undefined : modeOf(classes.filter((kind) => kind !== 'collection'))
}

/**
 * Who teaches or reads in one title does so in the others: 单田芳 白眉大侠 320回 is a reading beside 单田芳评书全集; 斗罗大陆 320集 beside a
 * reading of 斗罗大陆 is none, because it names nobody.
 */
function byPersons(all: readonly GroupedTitle[]): readonly GroupedTitle[] {
  const kinds = new Map<string, WorkClass>()
  for (const { class: kind, title, name } of all) {
    if (kind !== 'course' && kind !== 'audiobook') continue
    const persons = kind === 'course' ? [...title.persons, name.before] : [title.reader]
    for (const person of persons) if (person !== undefined && isPersonName(person)) kinds.set(person, kind)
  }
  if (kinds.size === 0) return all
  return all.map((member) => {
    if (member.class !== 'series' && member.class !== 'video') return member
    const [, kind = member.class] = [...kinds].find(([person]) => member.title.folded.includes(person)) ?? []
    return { ...member, class: kind }
  })
}

function decide(member: GroupedTitle, family: Family): Decision {
  const { title, class: kind } = member
  if (kind === 'video') return decideVideo(member, family)
  if (kind === 'comic' && family.classes.has('book') && !family.hasComic)
    return ['book', 'the others are volumes of a book']
  if (kind === 'music' && family.hasReadings) return ['audiobook', 'the others are readings']
  // Programs are named with years.
  if (kind === 'game' && !family.isGame && (title.year !== undefined || family.classes.has('software')))
    return ['software', 'the others are programs']
  // A program for a phone or computer is a game, if the others say so.
  if (kind === 'software' && family.isGame && !title.marks.some((mark) => mark.kind === 'software'))
    return ['game', 'the others are a game']
  return [kind, 'its own words']
}

/** The class of a title that has no word for it. */
function decideVideo(member: GroupedTitle, family: Family): Decision {
  if (family.classes.has('music') && concert.test(member.title.folded)) return ['music', 'a concert beside albums']
  return asSeries(member, family) ?? asKnown(member, family) ?? asFilm(member.title, family.only ?? 'film')
}

/**
 * A title belongs to the series of its name and subtitle: 庆余年 4K beside 庆余年 全46集. Its number or its 季 may stand for the subtitle: 风味
 * 人间4：谷物星球. Not 唐人街探案 (2015) 蓝光 beside 唐人街探案 网剧 2020: that is the source of a film, and its year not that of the series.
 */
function asSeries(member: GroupedTitle, { members, series: all, bySubtitle, ...family }: Family): Decision | undefined {
  const { title, name } = member
  const [subtitle = ''] = name.rest
  const isSeason = subtitle.endsWith('季')
  const mayBeSeason = isSeason || ((name.number ?? 1) > 1 && title.year === undefined)
  // A short drama for phones is named so: the film of that name is none.
  const series = (bySubtitle.get(subtitle) ?? (mayBeSeason ? all : [])).filter(
    (other) => !other.title.folded.includes('短剧'),
  )
  if (series.length === 0) return undefined
  const years = new Set(series.flatMap((other) => other.title.year ?? []))
  const isOtherFilm = (other: GroupedTitle) =>
    other.class === 'film' ||
    (other.class === 'video' && other.title.year !== undefined && !years.has(other.title.year))
  if (title.chinese !== undefined && filmSource.test(title.folded) && members.some(isOtherFilm))
    return ['film', 'the source of a film beside a film']
  if (isSeason) return ['series', 'its subtitle is a season']
  if (isNumbered(member)) return asSeason(member, series, family.hasNumberedSeasons)
  if (title.year === undefined) return ['series', 'a series has its name, and no year speaks against it']
  if (years.has(title.year)) return ['series', 'a series has its name and its year']
  // Releases of series name the season beside the year. A collection says that there are several films of the name.
  const isFilm = title.chinese === undefined || years.size > 0 || family.classes.has('collection')
  return isFilm ? undefined : ['series', 'a series has its name, none its year']
}

/**
 * A number behind the name is a season where another post names a later season or counts the episodes of a number: 狄仁杰3 beside 狄仁杰2 40集.
 * It is a part of a series of films where none does: 唐人街探案2 beside 唐人街探案 网剧 12集; or where its year is that of no season.
 */
function asSeason(
  { title: { year }, name: { number = 1 } }: GroupedTitle,
  series: readonly GroupedTitle[],
  hasNumberedSeasons: boolean,
): Decision | undefined {
  const same = series.filter((other) => seasonsOf(other).includes(number))
  const years = same.flatMap((other) => other.title.year ?? [])
  if (same.length > 0 && (year === undefined || years.length === 0 || years.includes(year)))
    return ['series', `another post names season ${number} or counts its episodes`]
  // A year that no post of a season has is that of a film.
  return hasNumberedSeasons && year === undefined
    ? ['series', 'other posts count the episodes of later seasons']
    : undefined
}

/**
 * What is known besides the answer decides where the answer does not: 庆余年2 4K is a season if a list of series has 庆余年; not 庆余年2 4K
 * beside 庆余年 2019 4K, and not 庆余年：前传.
 */
function asKnown({ title, name }: GroupedTitle, { known, members }: Family): Decision | undefined {
  const isOpen = ({ class: kind, title: other }: GroupedTitle) =>
    kind === 'video' && other.year === undefined && !filmSource.test(other.folded)
  const isKnown = known !== undefined && title.chinese !== undefined && name.rest.length === 0 && members.every(isOpen)
  return isKnown ? [known.kind, known.why] : undefined
}

/** Whether the numbers behind the name are seasons, or parts of films that have years; undefined if the titles do not show it. */
export function areSeasons(members: readonly GroupedTitle[]): boolean | undefined {
  if (members.some((one) => one.class === 'film' && one.title.year !== undefined && isNumbered(one))) return false
  const isSeason = (one: GroupedTitle) => one.class === 'series' && one.name.rest.length === 0
  return members.some((one) => isSeason(one) && seasonsOf(one).some((season) => season > 1)) || undefined
}

/** `only`: the class that all others have. Games have languages too. */
function asFilm({ marks, folded }: RecognisedTitle, only: WorkClass): Decision {
  const isVideo = marks.some(
    ({ name, start, end }) => videoMarks.has(name) || (name === 'format' && videoFormat.test(folded.slice(start, end))),
  )
  if (isVideo) return ['film', 'no other post counts its episodes']
  if (only !== 'game' && marks.some(({ name }) => name === 'language')) return ['film', 'it has a language']
  return [only, only === 'film' ? 'nothing says otherwise' : 'so are most others']
}

/**
 * Several parts of a series are seasons of it, unless a title of the answer is a later film of the name: 狄仁杰1-4部 beside 狄仁杰2 40集;
 * not 唐人街探案1-3部 beside 唐人街探案2. What is called a trilogy or names films is a collection of films.
 */
function decidePack(member: DecidedTitle, family: Family): DecidedTitle {
  const { marks, folded, isAnimation } = member.title
  if (member.class !== 'collection' || family.series.length === 0 || marks.some(({ kind }) => kind === 'film'))
    return member
  const parts = marks.filter(({ name }) => name === 'parts').map(({ start, end }) => folded.slice(start, end))
  const isCounted = isAnimation || family.hasNumberedSeasons
  const isSeasons = (part: string) =>
    /^(?:合集|[\d\s\-~+]+)$/.test(part) || (isCounted && /^第?[\d一-十\s\-~至+]+部/.test(part))
  if (parts.length === 0 || !parts.every(isSeasons)) return member
  return { ...member, class: 'series', why: 'the parts are seasons, as other posts have them' }
}
