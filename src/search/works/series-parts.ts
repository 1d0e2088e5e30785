// Tells the series of one family apart: spin-offs, live action, versions of other countries and years.
import { type GroupedTitle, modeOf, versionsByYear, withVersion, yearsOf } from './grouped-title.ts'
import { knownName } from './known-names.ts'
import { isPersonName } from './persons.ts'
import type { RecognisedTitle } from './recognise.ts'

/** Two first seasons further apart than this belong to two series: 纸牌屋 of 1990 and 2013; not 2013 and 2014, as posts of one season differ. */
const maxYearsApart = 2

/** Words in titles of animated series. */
const anime = /动[画漫]|国漫|日漫|年番|日语|国日|简日|^\[/
const animated = /动[画漫][版片]/

/** Words that only series with actors have, where others of the name are animation. */
const withActors = /电视剧|真人|剧版|国产剧|网剧/

/** Words for a new version. */
const restart = /重启版|重拍版|翻拍版|新版/

/** Subtitles by which a series names its seasons: 之长安, 柱训练篇, 丝路季. */
const arc = /^之|篇$|季$|season$|hen$/

/** 胡歌版 */
const actorVersion = /(?<![一-鿿])[一-鿿]{2,3}(?=版(?![一-鿿]))/g
const foreignPlatform = /netflix|网飞|奈飞|(?<![a-z])nf(?![a-z])/
const chinesePlatform = /腾讯|企鹅|央视|优酷|爱奇艺|国产剧|国剧|大陆剧/

const none: ReadonlySet<string> = new Set()

/** The part of each title within its family. */
export function seriesParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const parts = new Map<GroupedTitle, string>()
  for (const [slot, members] of Map.groupBy(titles, slotsOf(titles))) {
    const versionOf = versionsOf(members)
    for (const member of members) parts.set(member, withVersion(slot, versionOf(member)))
  }
  return parts
}

/** Finds the subtitle of the series that a title belongs to, `''` for the series of the family's name. */
function slotsOf(titles: readonly GroupedTitle[]): (title: GroupedTitle) => string {
  // 唐朝诡事录之长安 is a season, because there are others with numbers; 鬼吹灯之精绝古城 is a series of its own.
  const isNumbered = ({ name, title }: GroupedTitle) => title.seasons.length > 0 || name.number !== undefined
  const hasSeasons = titles.some((title) => isNumbered(title) && subtitleOf(title) === '')
  const isAnime = titles.some(({ title }) => anime.test(title.folded))
  const [spinOffs, seasonNames] = titles.length < 2 ? [none, none] : subtitlesOf(titles, isAnime)
  // 狐妖小红娘 月红篇 杨幂 is no season of the animated series, which has 竹业篇.
  const ofActors = new Set(titles.filter(({ title }) => isAnime && hasActors(title)).map(subtitleOf))
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

/** Whether persons or words say that a series is no animation: 斗罗大陆 肖战 40集全. */
function hasActors({ isLive, isAnimation, persons, folded }: RecognisedTitle): boolean {
  return isLive || (!isAnimation && (persons.length > 0 || withActors.test(folded)))
}

/** Whether a subtitle names a season: 之长安, 柱训练篇, of animation also 再别天南 第三季. */
function isSeasonName({ title, name }: GroupedTitle, subtitle: string, isAnime: boolean): boolean {
  // The table has rows for series of their own: 死神 千年血战篇.
  if (knownName([`${name.base}${subtitle}`])?.rest[0] === subtitle) return false
  const [season = 1] = title.seasons
  return arc.test(subtitle) || (isAnime && title.chinese !== undefined && !name.hasSubtitle && season > 1)
}

/**
 * Subtitles that have several seasons of their own (奔跑吧 黄河篇 第一季, 第二季), and those that name seasons, because a title numbers them
 * (花少6 好友记) or each has another season (明日方舟：黎明前奏 第一季, 明日方舟：冬隐归路 第二季).
 */
function subtitlesOf(
  titles: readonly GroupedTitle[],
  isAnime: boolean,
): [spinOffs: ReadonlySet<string>, seasonNames: ReadonlySet<string>] {
  const bySubtitle = Map.groupBy(titles, subtitleOf)
  const seasons = [...bySubtitle].map(
    ([subtitle, same]) => [subtitle, new Set(same.flatMap(({ title }) => title.seasons[0] ?? []))] as const,
  )
  const single = seasons.filter(([, { size }]) => size === 1)
  const different = new Set(single.flatMap(([, numbers]) => [...numbers]))
  const isNamed =
    isAnime && different.size > 1 && different.size === single.length && single.every(([name]) => name !== '')
  const numbered = titles.filter(({ name, title }) => name.number !== undefined && title.chinese !== undefined)
  return [
    new Set(seasons.filter(([, { size }]) => size > 1).map(([subtitle]) => subtitle)),
    new Set([
      ...numbered.flatMap(({ name }) => name.rest.slice(0, 1)),
      ...(isNamed ? single.map(([name]) => name) : []),
    ]),
  ]
}

function subtitleOf({ name, title }: GroupedTitle): string {
  // Friends The One Where Everybody Finds Out: the title of an episode.
  if (title.chinese === undefined && title.class === 'video' && title.year === undefined) return ''
  return title.chinese === undefined ? name.rest.join('') : (name.rest[0] ?? '')
}

/** Whether platforms tell series apart: titles name two of them, or those of one began a year or two before or after the others. */
function hasPlatforms(members: readonly GroupedTitle[]): boolean {
  if (members.length < 2) return false
  const isForeign = ({ title }: GroupedTitle) => foreignPlatform.test(title.folded)
  const [foreign, others] = [members.filter(isForeign), members.filter((member) => !isForeign(member))]
  const isFirst = (member: GroupedTitle) => !member.title.isLive && seasonOf(member) === 1
  const startOf = (same: readonly GroupedTitle[]) => Math.min(...yearsOf(same.filter(isFirst)))
  const apart = Math.abs(startOf(foreign) - startOf(others))
  const isNamed = foreign.length > 0 && others.some(({ title }) => chinesePlatform.test(title.folded))
  return isNamed || (apart > 0 && apart <= maxYearsApart)
}

/**
 * Finds the version that a title names: 海贼王 真人版 is `live` beside 海贼王 更新至1100集, 无耻之徒 英国版 is `uk`, 仙剑奇侠传 胡歌版 is that of
 * the actor, 三体 腾讯版 is that of the platform beside 三体 Netflix; 庆余年 完美版 names none.
 */
function labelsOf(members: readonly GroupedTitle[]): (title: GroupedTitle) => string {
  const texts = members.map(({ title }) => title.folded)
  const byPlatform = hasPlatforms(members)
  const hasAnimation = members.some(({ title }) => title.isAnimation || title.isLive)
  const actors = texts.flatMap((text) => text.match(actorVersion) ?? []).filter(isPersonName)
  const platformOf = (text: string) => {
    if (!byPlatform) return ''
    if (foreignPlatform.test(text)) return 'netflix'
    return chinesePlatform.test(text) ? 'cn' : ''
  }
  return ({ title, name }) => {
    if (title.isLive || (hasAnimation && hasActors(title))) return 'live'
    if (animated.test(title.folded)) return 'animation'
    const actor = actors.find((person) => title.folded.includes(person))
    const version = actor === undefined ? (name.version ?? '') : `${actor}版`
    return title.region ?? (platformOf(title.folded) || version)
  }
}

/** Finds the version of a title. One that names none is that which began in its year, else that of its first season, else the usual one. */
function versionsOf(members: readonly GroupedTitle[]): (title: GroupedTitle) => string {
  const labelOf = labelsOf(members)
  // Many names are those of one title.
  if (members.length < 2) return labelOf
  const labelled = Map.groupBy(members, labelOf)
  const unlabelled = labelled.get('') ?? []
  labelled.delete('')
  const firstYears = new Map([...labelled].map(([label, titles]) => [Math.min(...yearsOf(titles)), label]))
  const isLeft = ({ title }: GroupedTitle) => title.isAnimation || !firstYears.has(title.year ?? 0)
  const left = unlabelled.filter(isLeft)
  const byYear = byFirstSeason(left)
  const usual = usualRegion(labelled, left)
  // 仙剑奇侠传三 is of the actors of the first season.
  const [label = ''] = labelled.size === 1 ? labelled.keys() : []
  const actors = isPersonName(label.slice(0, -1)) ? label : ''
  return (member) => {
    const { year } = member.title
    const known = isLeft(member) ? byYear(year) : firstYears.get(year ?? 0)
    return labelOf(member) || known || usual || (seasonOf(member) > 1 ? actors : '')
  }
}

function seasonOf({ title, name }: GroupedTitle): number {
  return title.seasons[0] ?? name.number ?? 1
}

/**
 * The region of the titles that name none: The Office S07E25 is the American one. Versions of other countries are named where the series is
 * another one, so most titles must say so: not 无耻之徒 4K beside one 无耻之徒 英国版.
 */
function usualRegion(
  labelled: ReadonlyMap<string, readonly GroupedTitle[]>,
  unlabelled: readonly GroupedTitle[],
): string {
  const regions = [...labelled].filter(([label]) => !/^(?:live|animation|netflix)$|版$/.test(label))
  const usual = modeOf(regions.flatMap(([label, titles]) => titles.map(() => label))) ?? ''
  return usual === 'us' || (labelled.get(usual)?.length ?? 0) > unlabelled.length ? usual : ''
}

function isFirstSeason(member: GroupedTitle): boolean {
  const { seasons, folded, isAnimation } = member.title
  if (restart.test(folded)) return true
  // Planet Earth III S01, 大江大河2
  if ((member.name.number ?? 1) > 1) return false
  if (seasons.length > 0) return seasons[0] === 1
  // The year of a series that is complete is that of a version, not of a season; but 大江大河之岁月如歌 is one.
  return subtitleOf(member) === '' && !isAnimation && /[全完]/.test(folded)
}

/** By the years of first seasons: House of Cards 1990 S01 beside 2013 S01; not 纸牌屋 2013 第一季 beside 2018 第六季. */
function byFirstSeason(members: readonly GroupedTitle[]): (year: number | undefined) => string {
  const years = yearsOf(members)
  const firsts = [...yearsOf(members.filter(isFirstSeason))]
  // Doctor Who 2005 S10, S12: the year of several seasons is that of the first.
  for (const [year = 0, same] of Map.groupBy(members, ({ title }) => title.year)) {
    if (new Set(same.flatMap(({ title }) => title.seasons[0] ?? [])).size > 1) firsts.push(year)
  }
  // A year before that of the first season is that of an older series.
  return versionsByYear(firsts.length === 0 ? [] : [...firsts, Math.min(...years)], years, maxYearsApart)
}
