// Tells the series of one family apart: spin-offs, live action, versions of other countries and years.
import { type GroupedTitle, modeOf } from './grouped-title.ts'
import { knownName } from './known-names.ts'
import { hasIdeograph } from './mark.ts'
import { isPersonName } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'
import { hasPlatforms, platformOf } from './series-platforms.ts'

/** Two first seasons further apart than this belong to two series: 纸牌屋 of 1990 and 2013; not 2013 and 2014, as posts of one season differ. */
const maxYearsApart = 2

/** Words in titles of animated series. */
const anime = /动[画漫]|国漫|日漫|年番|日语|国日|简日|^\[/

/** Subtitles by which a series names its seasons: 之长安, 柱训练篇. */
const arc = /^之|篇$|季$|season$|hen$/

/** Titles of a series that is complete: their year is that of a version, not of a season. */
const complete = /全|完/

/** The part of each title within its family. */
export function seriesParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const parts = new Map<GroupedTitle, string>()
  const hasSpinOffs = titles.some((title) => title.name.number === undefined && subtitleOf(title) !== '')
  const bySlot = hasSpinOffs ? Map.groupBy(titles, slotsOf(titles)) : [['', titles] as const]
  for (const [slot, members] of bySlot) {
    for (const [title, version] of versionsOf(members)) parts.set(title, version === '' ? slot : `${slot}/${version}`)
  }
  return parts
}

/** Finds the subtitle of the series that a title belongs to, `''` for the series of the family's name. */
function slotsOf(titles: readonly GroupedTitle[]): (title: GroupedTitle) => string {
  // 唐朝诡事录之长安 is a season, because there are others with numbers; 鬼吹灯之精绝古城 is a series of its own.
  const hasSeasons = titles.some(
    (title) => subtitleOf(title) === '' && (title.title.seasons.length > 0 || title.name.number !== undefined),
  )
  const isAnime = titles.some(({ title }) => anime.test(title.folded))
  const [spinOffs, seasonNames] = subtitlesOf(titles, isAnime)
  const ofActors = isAnime ? new Set(titles.filter(hasActors).map(subtitleOf)) : new Set()
  return (title) => {
    const subtitle = subtitleOf(title)
    const isSeason =
      title.name.number !== undefined ||
      seasonNames.has(subtitle) ||
      subtitle.endsWith('季') ||
      (hasSeasons && isSeasonName(title, subtitle, isAnime) && !spinOffs.has(subtitle) && !ofActors.has(subtitle))
    return isSeason ? '' : subtitle
  }
}

/** 狐妖小红娘 月红篇 杨幂 is no season of the animated series, which has 竹业篇. */
function hasActors({ title: { isLive, isAnimation, persons } }: GroupedTitle): boolean {
  return isLive || (!isAnimation && persons.length > 0)
}

/** Whether a subtitle names a season: 之长安, 柱训练篇, of animation also 再别天南 第三季. */
function isSeasonName({ title, name }: GroupedTitle, subtitle: string, isAnime: boolean): boolean {
  // The table has rows for series of their own: 死神 千年血战篇.
  if (knownName([`${name.base}${subtitle}`])?.rest[0] === subtitle) return false
  const [season = 1] = title.seasons
  return arc.test(subtitle) || (isAnime && title.chinese !== undefined && !name.hasSubtitle && season > 1)
}

/**
 * Subtitles that have seasons of their own (奔跑吧 黄河篇 第一季, 第二季), and those that name seasons, because each has another one
 * (明日方舟：黎明前奏 第一季, 明日方舟：冬隐归路 第二季).
 */
function subtitlesOf(
  titles: readonly GroupedTitle[],
  isAnime: boolean,
): [spinOffs: ReadonlySet<string>, seasonNames: ReadonlySet<string>] {
  const seasons = new Map<string, Set<number>>()
  for (const title of titles) {
    const subtitle = subtitleOf(title)
    const [season] = title.title.seasons
    if (season !== undefined) seasons.set(subtitle, (seasons.get(subtitle) ?? new Set()).add(season))
  }
  // 花少6 好友记 says that 好友记 is a season.
  const numbered = titles.flatMap(({ name, title }) =>
    name.number !== undefined && title.chinese ? name.rest.slice(0, 1) : [],
  )
  const withOne = [...seasons].filter(([subtitle, { size }]) => hasIdeograph(subtitle) && size === 1)
  const names = new Map(withOne.map(([subtitle, [season = 0]]) => [season, subtitle]))
  // This is animation whose titles never have only the number of the season.
  const isNamed = isAnime && !seasons.has('') && names.size > 1 && names.size === withOne.length
  return [
    new Set([...seasons.keys()].filter((subtitle) => (seasons.get(subtitle)?.size ?? 0) > 1)),
    new Set([...numbered, ...(isNamed ? names.values() : [])]),
  ]
}

function subtitleOf({ name, title }: GroupedTitle): string {
  // Friends The One Where Everybody Finds Out: the title of an episode.
  if (title.chinese === undefined && title.class === 'video' && title.year === undefined) return ''
  return title.chinese === undefined ? name.rest.join('') : (name.rest[0] ?? '')
}

/** 胡歌版 */
const actorVersion = /(?<![一-鿿])[一-鿿]{2,3}(?=版(?![一-鿿]))/g

/** Words that only series with actors have, where others of the name are animation. */
const withActors = /电视剧|真人|剧版|国产剧|网剧/

/**
 * The version that a title names: 海贼王 真人版 is `live` beside 海贼王 更新至1100集, 无耻之徒 英国版 is `uk`, 仙剑奇侠传 胡歌版 is that of the
 * actor; 庆余年 完美版 names none.
 */
function labelOf({ title, name }: GroupedTitle, { byPlatform, hasAnimation, live, actors }: Versions): string {
  if (title.isLive) return 'live'
  if (hasAnimation && !title.isAnimation && (withActors.test(title.folded) || isLikeLive(title, live))) return 'live'
  if (title.folded.includes('动') && /动[画漫][版片]/.test(title.folded)) return 'animation'
  const actor = actors.find((person) => title.folded.includes(person))
  const version = actor === undefined ? (name.version ?? '') : `${actor}版`
  return title.region ?? ((byPlatform ? platformOf(title.folded) : '') || version)
}

/** The statements of all titles of one series together. */
interface Versions {
  readonly byPlatform: boolean
  readonly hasAnimation: boolean
  /** Actors by whom titles name a version: 胡歌版. */
  readonly actors: readonly string[]
  /** Actors and counts of episodes of the version with actors. */
  readonly live: ReadonlySet<string>
}

/** 斗罗大陆 肖战 40集全 is the version of 斗罗大陆 真人版 40集全. */
function isLikeLive(title: RecognisedTitle, live: ReadonlySet<string>): boolean {
  return live.has(totalOf(title)) || [...live].some((actor) => hasIdeograph(actor) && title.folded.includes(actor))
}

/** 40 of 40集全, `''` for none. */
function totalOf({ folded, marks }: RecognisedTitle): string {
  for (const { name, start, end } of marks) {
    const piece = folded.slice(start, end)
    if (name === 'episodes' && complete.test(piece)) return /\d+/.exec(piece)?.[0] ?? ''
  }
  return ''
}

function versionsIn(members: readonly GroupedTitle[]): Versions {
  const titles = members.map(({ title }) => title)
  const live = titles.filter(
    ({ isLive, isAnimation, folded, persons }) =>
      isLive || (!isAnimation && (withActors.test(folded) || persons.length > 0)),
  )
  const said = new Set(live.flatMap((title) => [...title.persons, totalOf(title)]))
  said.delete('')
  return {
    byPlatform: hasPlatforms(members),
    hasAnimation: titles.some(({ isAnimation, isLive }) => isAnimation || isLive),
    actors: titles
      .flatMap(({ folded }) => (folded.includes('版') ? (folded.match(actorVersion) ?? []) : []))
      .filter(isPersonName),
    live: said,
  }
}

function versionsOf(members: readonly GroupedTitle[]): [GroupedTitle, string][] {
  const known = versionsIn(members)
  const [only] = members
  // Most works of a search with thousands of links have one title.
  if (only && members.length === 1) return [[only, labelOf(only, known)]]
  const labelled = Map.groupBy(members, (member) => labelOf(member, known))
  const unlabelled = labelled.get('') ?? []
  labelled.delete('')
  const firstYears = new Map<number, string>()
  for (const [label, titles] of labelled) {
    const years = titles.flatMap(({ title }) => title.year ?? [])
    if (years.length > 0) firstYears.set(Math.min(...years), label)
  }
  const left = unlabelled.filter(({ title }) => title.isAnimation || !firstYears.has(title.year ?? 0))
  const versions = new Map(byFirstSeason(left))
  const usual = usualRegion(labelled, left)
  const [first = ''] = labelled.keys()
  // 仙剑奇侠传三 is of the actors of the first season.
  const actors = labelled.size === 1 && isPersonName(first.slice(0, -1)) ? first : undefined
  return members.map((member) => {
    const label = labelOf(member, known) || (versions.has(member) ? '' : (firstYears.get(member.title.year ?? 0) ?? ''))
    // A title that names its version keeps the key of that version, whatever other titles are found.
    const isLater = (member.title.seasons[0] ?? member.name.number ?? 1) > 1
    return [member, label || versions.get(member) || (usual ?? ((isLater && actors) || ''))]
  })
}

/**
 * The region of the titles that name none: the most frequent one, unless their years say that they are another series. Versions of
 * other countries than America and China are named where the series is another one, so most titles must say so.
 */
function usualRegion(
  labelled: ReadonlyMap<string, readonly GroupedTitle[]>,
  unlabelled: readonly GroupedTitle[],
): string | undefined {
  const usual = regionOfAll(labelled)
  if (usual === 'netflix') return undefined
  const isNamed = usual === 'us' || usual === 'cn' || (labelled.get(usual ?? '')?.length ?? 0) > unlabelled.length
  if (!isNamed) return undefined
  const first = (titles: readonly GroupedTitle[]) => Math.min(...titles.flatMap(({ title }) => title.year ?? []))
  const [known, other] = [first(labelled.get(usual ?? '') ?? []), first(unlabelled)]
  return Number.isFinite(known) && Number.isFinite(other) && Math.abs(known - other) > maxYearsApart ? undefined : usual
}

/** The most frequent region: titles that name none are of this version. */
function regionOfAll(labelled: ReadonlyMap<string, readonly GroupedTitle[]>): string | undefined {
  const regions = [...labelled].filter(([label]) => !/^(?:live|animation)$|版$/.test(label))
  return modeOf(regions.flatMap(([label, titles]) => titles.map(() => label)))
}

/** Words for a new version. */
const restart = /重启版|重拍版|翻拍版|新版/

function isFirstSeason(member: GroupedTitle): boolean {
  const { seasons, folded, marks, isAnimation } = member.title
  if (restart.test(folded)) return true
  // Planet Earth III S01, 大江大河2
  if ((member.name.number ?? 1) > 1) return false
  if (seasons.length > 0) return seasons[0] === 1
  // 大江大河之岁月如歌
  if (subtitleOf(member) !== '') return false
  return (
    !isAnimation && marks.some(({ name, start, end }) => name === 'episodes' && complete.test(folded.slice(start, end)))
  )
}

/**
 * By the years of first seasons; all `''` when there is one version: House of Cards 1990 S01 beside 2013 S01; not 纸牌屋 2013 第一季 beside
 * 2018 第六季.
 */
function byFirstSeason(members: readonly GroupedTitle[]): [GroupedTitle, string][] {
  const firsts = members.flatMap((member) =>
    member.title.year !== undefined && isFirstSeason(member) ? [member.title.year] : [],
  )
  // Doctor Who 2005 S10, S12: the year of several seasons is that of the first.
  const seasons = Map.groupBy(members, ({ title }) => String(title.year ?? ''))
  for (const [year, same] of seasons) {
    if (year !== '' && new Set(same.flatMap(({ title }) => title.seasons[0] ?? [])).size > 1) firsts.push(Number(year))
  }
  // A year before that of the first season is that of an older series.
  const years = members.flatMap(({ title }) => title.year ?? [])
  const starts = [...new Set(firsts.length === 0 ? [] : [...firsts, Math.min(...years)])]
    .sort((a, b) => a - b)
    .filter((year, index, all) => year - (all[index - 1] ?? 0) > maxYearsApart)
  if (starts.length < 2) return members.map((member) => [member, ''])
  const startOf = (year: number) => starts.findLast((start) => start <= year) ?? starts[0]
  const usual = modeOf(years.map((year) => startOf(year) ?? 0))
  return members.map((member) => [member, String(member.title.year === undefined ? usual : startOf(member.title.year))])
}
