// Groups the titles of one search by work. The result does not depend on the order of the titles.
import { createFamilies } from './families.ts'
import { filmParts } from './film-parts.ts'
import { type GroupedTitle, groupBy } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import type { Mark } from './mark.ts'
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
  joinForeignFilms(films, keys, compactOf(query))
  joinOnlyFilm(films, keys, compactOf(query))
  return keys
}

/** The only film of a year with a foreign title is the only film of that year with a Chinese one. */
function joinForeignFilms(films: readonly GroupedTitle[], keys: Map<RecognisedTitle, string>, query: string): void {
  for (const ofYear of groupBy(films, ({ title }) => String(title.year ?? '')).values()) {
    if (ofYear[0]?.title.year === undefined) continue
    const foreign = new Set<string>()
    const chinese = new Set<string>()
    for (const { title } of ofYear) {
      // 小丑回魂 is not what was searched for.
      if (query !== '' && title.chinese?.base.startsWith(query) && title.chinese.base !== query) continue
      ;(title.chinese === undefined ? foreign : chinese).add(keys.get(title) ?? '')
    }
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
    if (subtitle === '') continue
    const whole = title.title.chinese === undefined ? title.name.rest.join('') : subtitle
    wholes.set(`${title.name.base}${title.name.number ?? ''}${whole}`, title)
    if (whole.length >= minSubtitleCharacters && subtitled.has(title.class)) wholes.set(whole, title)
  }
  return titles.map((title) => {
    const whole = wholes.get(title.name.base)
    if (whole === undefined || whole.name.base === title.name.base) return title
    return { ...title, name: { ...whole.name, rest: title.title.chinese === undefined ? whole.name.rest : [whole.name.rest[0] ?? '', ...title.name.rest] }, family: whole.family }
  })
}

/** The only film with a foreign title is the only one that is named like the search word. */
function joinOnlyFilm(films: readonly GroupedTitle[], keys: Map<RecognisedTitle, string>, query: string): void {
  const foreign = new Set<string>()
  const chinese = new Set<string>()
  for (const { title } of films) (title.chinese === undefined ? foreign : chinese).add(keys.get(title) ?? '')
  const [from = ''] = foreign
  const [to = ''] = chinese
  const years = (isForeign: boolean) => films.some(({ title }) => title.year !== undefined && (title.chinese === undefined) === isForeign)
  // Films with years have been joined by them.
  if (foreign.size !== 1 || chinese.size !== 1 || !to.includes(query) || (years(true) && years(false))) return
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
    const alike = bySubtitle.get(subtitle) ?? (subtitle.endsWith('季') ? allSeries : [])
    if (alike.length === 0) return false
    const hasNumber = name.number !== undefined
    const isLatin = title.chinese === undefined
    // The number of a Latin title is that of an episode: Bleach 10.
    if (year === undefined) return !hasNumber || isLatin || alike.some((other) => other.name.number !== undefined || other.title.seasons.includes(name.number ?? 0))
    const years = alike.flatMap((other) => other.title.year ?? [])
    // Releases of series name the season beside the year.
    if (isLatin) return years.includes(year)
    if (years.length > 0) return years.some((other) => Math.abs(year - other) <= 1)
    return !(hasNumber || filmSource.test(title.folded)) && alike.some((other) => other.title.chinese !== undefined)
  }
  const classOf = (member: GroupedTitle): WorkClass => {
    if (member.class === 'collection') return isBareCollection(member) && allSeries.length > 0 ? 'series' : 'collection'
    if (member.class === 'game') return isSoftware(member, members) ? 'software' : 'game'
    if (member.class !== 'video') return member.class
    if (isSeries(member)) return 'series'
    return hasVideoMark(member) ? 'film' : (onlyClass(members) ?? 'film')
  }
  return members.map((member) => ({ ...member, class: classOf(member) }))
}

/** What has a version is a game, unless the others are software. */
function isSoftware({ title }: GroupedTitle, members: readonly GroupedTitle[]): boolean {
  const isGame = (marks: readonly Mark[]) => marks.some(({ kind, name }) => kind === 'game' || name === 'format')
  return !isGame(title.marks) && members.some(({ class: kind }) => kind === 'software') && !members.some((member) => member.class === 'game' && isGame(member.title.marks))
}

const videoMarks = new Set(['quality', 'source', 'codec', 'hdr', 'language', 'year'])

function hasVideoMark({ title }: GroupedTitle): boolean {
  return title.marks.some(({ name }) => videoMarks.has(name))
}

/** The class of a title that says nothing, if all others have the same. */
function onlyClass(members: readonly GroupedTitle[]): WorkClass | undefined {
  const classes = new Set(members.filter(({ class: kind }) => kind !== 'video').map(({ class: kind }) => kind))
  const [only] = classes
  return classes.size === 1 && only !== 'collection' ? only : undefined
}

/** A collection of a series is the series: Mushoku Tensei 合集. */
function isBareCollection({ title }: GroupedTitle): boolean {
  const parts = title.marks.filter(({ name }) => name === 'parts')
  return parts.length > 0 && parts.every(({ start, end }) => /^(?:合集|[\d\s\-~+]+)$/.test(title.folded.slice(start, end))) && !title.marks.some(({ kind }) => kind === 'film')
}
