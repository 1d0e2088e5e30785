// Tells the series of one family apart: spin-offs, live action, versions of other countries and years.
import { type GroupedTitle, groupBy, modeOf } from './grouped-title.ts'
import type { RecognisedTitle } from './recognise.ts'
import { hasPlatforms, platformOf } from './series-platforms.ts'

/** Two first seasons further apart than this belong to two series. */
const maxYearsApart = 2

/** Subtitles by which a series names its seasons: 之长安, 柱训练篇. */
const arc = /^之|篇$|季$|season$/

/** Subtitles in that form that are series of their own, as fixtures/works/README.md says. */
const ownSeries = new Set(['千年血战篇'])

/** Titles of a series that is complete: their year is that of a version, not of a season. */
const complete = /全|完/

/** The part of each title within its family. */
export function seriesParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const parts = new Map<GroupedTitle, string>()
  // 唐朝诡事录之长安 is a season, because there are others with numbers; 鬼吹灯之精绝古城 is a series of its own.
  const hasSeasons = titles.some(
    (title) => subtitleOf(title) === '' && (title.title.seasons.length > 0 || title.name.number !== undefined),
  )
  const slotOf = (title: GroupedTitle) => {
    const subtitle = subtitleOf(title)
    return title.name.number !== undefined || (hasSeasons && arc.test(subtitle) && !ownSeries.has(subtitle))
      ? ''
      : subtitle
  }
  for (const [slot, members] of groupBy(titles, slotOf)) {
    for (const [title, version] of versionsOf(members)) parts.set(title, version === '' ? slot : `${slot}/${version}`)
  }
  return parts
}

function subtitleOf({ name, title }: GroupedTitle): string {
  return title.chinese === undefined ? name.rest.join('') : (name.rest[0] ?? '')
}

/** The version that a title names: 真人, 动画, us. */
function labelOf({ title }: GroupedTitle, byPlatform: boolean): string {
  if (title.isLive) return 'live'
  if (/动[画漫][版片]/.test(title.folded)) return 'animation'
  return title.region ?? (byPlatform ? platformOf(title.folded) : '')
}

function versionsOf(members: readonly GroupedTitle[]): [GroupedTitle, string][] {
  const byPlatform = hasPlatforms(members)
  const labelled = groupBy(members, (member) => labelOf(member, byPlatform))
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
  return members.map((member) => {
    const label =
      labelOf(member, byPlatform) || (versions.has(member) ? '' : (firstYears.get(member.title.year ?? 0) ?? ''))
    return [member, label === '' || label === usual ? (versions.get(member) ?? '') : label]
  })
}

/** The region of the titles that name none: the most frequent one, unless their years say that they are another series. */
function usualRegion(
  labelled: ReadonlyMap<string, readonly GroupedTitle[]>,
  unlabelled: readonly GroupedTitle[],
): string | undefined {
  const usual = regionOfAll(labelled)
  if (usual === 'netflix') return undefined
  const first = (titles: readonly GroupedTitle[]) => Math.min(...titles.flatMap(({ title }) => title.year ?? []))
  const [known, other] = [first(labelled.get(usual ?? '') ?? []), first(unlabelled)]
  return Number.isFinite(known) && Number.isFinite(other) && Math.abs(known - other) > maxYearsApart ? undefined : usual
}

/** The most frequent region: titles that name none are of this version. */
function regionOfAll(labelled: ReadonlyMap<string, readonly GroupedTitle[]>): string | undefined {
  const regions = [...labelled].filter(([label]) => label !== 'live' && label !== 'animation')
  return modeOf(regions.flatMap(([label, titles]) => titles.map(() => label)))
}

function isFirstSeason({ seasons, folded, marks, isAnimation }: RecognisedTitle): boolean {
  if (seasons.length > 0) return seasons[0] === 1
  return (
    !isAnimation && marks.some(({ name, start, end }) => name === 'episodes' && complete.test(folded.slice(start, end)))
  )
}

/** By the years of first seasons; all `''` when there is one version. */
function byFirstSeason(members: readonly GroupedTitle[]): [GroupedTitle, string][] {
  const firsts = members.flatMap(({ title }) => (title.year !== undefined && isFirstSeason(title) ? [title.year] : []))
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
