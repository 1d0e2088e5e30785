// Groups the titles of one search by work. The result does not depend on the order of the titles.
import { createFamilies } from './families.ts'
import { filmParts } from './film-parts.ts'
import { type GroupedTitle, groupBy } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import { otherParts } from './other-parts.ts'
import { compactOf, type RecognisedTitle } from './recognise.ts'
import { seriesParts } from './series-parts.ts'

const minSubtitleCharacters = 3
const subtitled = new Set<WorkClass>(['video', 'film', 'game', 'music'])

/** The key of the work of each title. */
export function groupWorks(titles: readonly RecognisedTitle[], query: string): Map<RecognisedTitle, string> {
  const familyOf = createFamilies(titles, compactOf(query))
  const all = titles.map((title) => {
    const name = title.chinese ?? title.latin ?? { base: title.compact, number: undefined, rest: [], hasSubtitle: false }
    return { title, name, family: familyOf(name), class: title.class }
  })
  const keys = new Map<RecognisedTitle, string>()
  const films: GroupedTitle[] = []
  const named = withSubtitles(all)
  for (const [family, members] of groupBy(named, (title) => title.family)) {
    for (const [kind, same] of groupBy(withClasses(members), (title) => title.class)) {
      if (kind === 'film') films.push(...same)
      for (const [{ title }, part] of partsOf(kind, same)) keys.set(title, `${kind}:${family}:${part}`)
    }
  }
  joinForeignFilms(films, keys)
  joinOnlyFilm(films, keys, compactOf(query))
  return keys
}

/** The only film of a year with a foreign title is the only film of that year with a Chinese one. */
function joinForeignFilms(films: readonly GroupedTitle[], keys: Map<RecognisedTitle, string>): void {
  for (const ofYear of groupBy(films, ({ title }) => String(title.year ?? '')).values()) {
    if (ofYear[0]?.title.year === undefined) continue
    const foreign = new Set<string>()
    const chinese = new Set<string>()
    for (const { title } of ofYear) (title.chinese === undefined ? foreign : chinese).add(keys.get(title) ?? '')
    for (const key of chinese) foreign.delete(key)
    const [from = ''] = foreign
    const [to = ''] = chinese
    if (foreign.size !== 1 || chinese.size !== 1) continue
    for (const [title, key] of keys) if (key === from) keys.set(title, to)
  }
}

/**
 * A title that is the subtitle of another belongs to its family: 黄金眼 is 007：黄金眼. A title in one piece is the same as in two:
 * 黑神话悟空 is 黑神话：悟空.
 */
function withSubtitles(titles: readonly GroupedTitle[]): GroupedTitle[] {
  const wholes = new Map<string, GroupedTitle>()
  for (const title of titles) {
    const [subtitle = ''] = title.name.rest
    if (title.title.chinese === undefined || subtitle === '') continue
    wholes.set(`${title.name.base}${title.name.number ?? ''}${subtitle}`, title)
    if (subtitle.length >= minSubtitleCharacters && subtitled.has(title.class)) wholes.set(subtitle, title)
  }
  return titles.map((title) => {
    const { chinese } = title.title
    const whole = chinese === undefined ? undefined : wholes.get(title.name.base)
    if (whole === undefined || whole.name.base === title.name.base) return title
    return { ...title, name: { ...whole.name, rest: [whole.name.rest[0] ?? '', ...title.name.rest] }, family: whole.family }
  })
}

/** The only film with a foreign title is the only one that is named like the search word. */
function joinOnlyFilm(films: readonly GroupedTitle[], keys: Map<RecognisedTitle, string>, query: string): void {
  const foreign = new Set<string>()
  const chinese = new Set<string>()
  for (const { title } of films) (title.chinese === undefined ? foreign : chinese).add(keys.get(title) ?? '')
  const [from = ''] = foreign
  const [to = ''] = chinese
  if (foreign.size !== 1 || chinese.size !== 1 || !to.includes(query)) return
  for (const [title, key] of keys) if (key === from) keys.set(title, to)
}

function partsOf(kind: string, titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  if (kind === 'film') return filmParts(titles)
  if (kind === 'series') return seriesParts(titles)
  if (kind === 'collection') return new Map(titles.map((title) => [title, '']))
  return otherParts(titles)
}

/** Where films come from, and series rarely. */
const filmSource = /原盘|remux|bluray|blu-ray|蓝光|hdtc|抢先版|imax/

/** Decides what a title is that says neither film nor series, by what else the family has. */
function withClasses(members: readonly GroupedTitle[]): GroupedTitle[] {
  const allSeries = members.filter(({ class: kind }) => kind === 'series')
  const bySubtitle = groupBy(allSeries, ({ name }) => name.rest[0] ?? '')
  const isSeries = ({ title, name }: GroupedTitle): boolean => {
    const { year } = title
    const subtitle = name.rest[0] ?? ''
    const named = bySubtitle.get(subtitle) ?? (subtitle.endsWith('季') ? allSeries : [])
    const alike = title.isLive ? named.filter((other) => other.title.isLive) : named
    if (alike.length === 0) return false
    const hasNumber = name.number !== undefined
    if (year === undefined) return !hasNumber || alike.some((other) => other.name.number !== undefined || other.title.seasons.includes(name.number ?? 0))
    // Releases of series name the season beside the year.
    if (title.chinese === undefined) return false
    const years = alike.flatMap((other) => other.title.year ?? [])
    if (years.length > 0) return years.some((other) => Math.abs(year - other) <= 1)
    return !(hasNumber || filmSource.test(title.folded)) && alike.some((other) => other.title.chinese !== undefined)
  }
  const classOf = (member: GroupedTitle): WorkClass => {
    if (member.class === 'collection') return isBareCollection(member) && allSeries.length > 0 ? 'series' : 'collection'
    if (member.class !== 'video') return member.class
    return isSeries(member) ? 'series' : 'film'
  }
  return members.map((member) => ({ ...member, class: classOf(member) }))
}

/** A collection of a series is the series: Mushoku Tensei 合集. */
function isBareCollection({ title }: GroupedTitle): boolean {
  const parts = title.marks.filter(({ name }) => name === 'parts')
  return parts.every(({ start, end }) => /^(?:合集|[\d\s\-~+]+)$/.test(title.folded.slice(start, end))) && !title.marks.some(({ kind }) => kind === 'film')
}
