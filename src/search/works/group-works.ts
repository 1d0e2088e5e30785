// Groups the titles of one search by work. The result does not depend on the order of the titles.
import { createFamilies } from './families.ts'
import { filmParts } from './film-parts.ts'
import { type GroupedTitle, groupBy } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import { otherParts } from './other-parts.ts'
import { compactOf, type RecognisedTitle } from './recognise.ts'
import { seriesParts } from './series-parts.ts'

/** The key of the work of each title. */
export function groupWorks(titles: readonly RecognisedTitle[], query: string): Map<RecognisedTitle, string> {
  const familyOf = createFamilies(titles, compactOf(query))
  const named = titles.map((title) => {
    const name = title.chinese ?? title.latin ?? { base: title.compact, number: undefined, rest: [], hasSubtitle: false }
    return { title, name, family: familyOf(name), class: title.class }
  })
  const keys = new Map<RecognisedTitle, string>()
  for (const [family, members] of groupBy(named, (title) => title.family)) {
    for (const [kind, same] of groupBy(withClasses(members), (title) => title.class)) {
      for (const [{ title }, part] of partsOf(kind, same)) keys.set(title, `${kind}:${family}:${part}`)
    }
  }
  return keys
}

function partsOf(kind: string, titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  if (kind === 'film') return filmParts(titles)
  if (kind === 'series') return seriesParts(titles)
  if (kind === 'collection') return new Map(titles.map((title) => [title, '']))
  return otherParts(titles)
}

/** Decides what a title is that says neither film nor series, by what else the family has. */
function withClasses(members: readonly GroupedTitle[]): GroupedTitle[] {
  const series = members.filter(({ class: kind }) => kind === 'series')
  const years = series.flatMap(({ title }) => title.year ?? [])
  const isSeries = ({ title, name }: GroupedTitle): boolean => {
    if (series.length === 0) return false
    if (title.year === undefined) return name.number === undefined || series.some((other) => other.name.base === name.base)
    return years.some((year) => Math.abs(year - (title.year ?? 0)) <= 1) || years.length === 0
  }
  const classOf = (member: GroupedTitle): WorkClass => {
    if (member.class !== 'video') return member.class
    return isSeries(member) ? 'series' : 'film'
  }
  return members.map((member) => ({ ...member, class: classOf(member) }))
}
