// Tells the films of one family apart: by number, subtitle and year.
import { createDisjointSets } from './disjoint-sets.ts'
import { type GroupedTitle, modeOf } from './grouped-title.ts'
import { hasIdeograph } from './mark.ts'

/** A year in a title may be that of another country's release: 2001 and 2002 of 千与千寻; not 1984 and 2021 of 沙丘. */
const maxYearsApart = 1

/**
 * The part of each title within its family: `''`, `2`, `双重妄想`, each with the year if there are remakes. A number counts more than the
 * subtitle behind it: 小丑2：双重妄想 is 小丑2; but a first part has the number 1 or none, 哈利波特1 is 哈利波特.
 */
export function filmParts(titles: readonly GroupedTitle[], hasCollection: boolean): Map<GroupedTitle, string> {
  const [only] = titles
  // Most works of a search with thousands of links have one title.
  if (only !== undefined && titles.length === 1) return new Map([[only, slotOf(only)]])
  const sets = createDisjointSets()
  const single = !hasCollection && isSingle(titles)
  const slots = new Map(titles.map((title) => [title, slotOf(single ? withoutAddition(title) : title)]))
  joinPrefixes([...slots.values()], sets)
  // 剧场版27 百万美元的五棱星 has a number and a subtitle, so 百万美元的五棱星 is number 27; not so 剧场版1 引爆摩天楼, for a first film is
  // also called by the name of all.
  for (const { name } of titles) {
    const [subtitle] = name.rest
    if (name.number !== undefined && name.number > 1 && subtitle !== undefined)
      sets.join(String(name.number), plainSubtitle(subtitle))
  }
  joinYears(slots, sets)
  const parts = new Map<GroupedTitle, string>()
  for (const [slot, members] of Map.groupBy(titles, (title) => sets.find(slots.get(title) ?? ''))) {
    for (const [title, year] of splitByYear(members)) parts.set(title, year === '' ? slot : `${slot}/${year}`)
  }
  return parts
}

/**
 * Whether there is only one film of the name: no title has a number, a subtitle after a colon,
 * another country or a word for a spin-off, and the years are of one film.
 */
function isSingle(titles: readonly GroupedTitle[]): boolean {
  const years = titles.flatMap(({ title }) => title.year ?? [])
  return (
    Math.max(...years) - Math.min(...years) <= maxYearsApart &&
    titles.some(({ name }) => name.rest.length === 0) &&
    titles.every(
      ({ name, title }) =>
        (name.number ?? 1) === 1 &&
        !name.hasSubtitle &&
        !title.isLive &&
        title.region === undefined &&
        !/[前外]传|番外/.test(title.folded),
    )
  )
}

/**
 * Words after a blank are no subtitle where there is only one film of the name: 盗梦空间 莱昂纳多 beside 盗梦空间 (2010) is the same; not
 * 哈利波特 密室 beside 哈利波特 (2001) and 哈利波特2.
 */
function withoutAddition(title: GroupedTitle): GroupedTitle {
  // 完结篇, 外传, 之长安
  if (/[篇章传]$|^之/.test(title.name.rest[0] ?? '')) return title
  return { ...title, name: { ...title.name, rest: [] } }
}

function slotOf({ name, title }: GroupedTitle): string {
  const live = title.isLive ? '真人' : ''
  if (name.number !== undefined && name.number > 1) return `${live}${name.number}`
  return `${live}${plainSubtitle(name.rest.join(' '))}`
}

/** 大话西游之月光宝盒 is 大话西游：月光宝盒, 垃圾场的决战 is 垃圾场决战. */
function plainSubtitle(text: string): string {
  return text.replaceAll(/^之|的/g, '')
}

/** 旷野之息 yuzu is 旷野之息 with more words; 旷野 is no word of it. */
export function joinPrefixes(slots: readonly string[], sets: { join: (a: string, b: string) => void }): void {
  const known = new Set(slots)
  for (const slot of known) {
    for (let at = slot.lastIndexOf(' '); at > 0; at = slot.lastIndexOf(' ', at - 1)) {
      if (known.has(slot.slice(0, at))) sets.join(slot, slot.slice(0, at))
    }
  }
}

/**
 * The only foreign name of a year is that of the only Chinese one, and that of the only number: 最后一舞 and The Last Dance of 2024 are 毒液3
 * of 2024; not 叶问前传 beside 叶问2, both of 2010, nor two subtitles of one year.
 */
export function joinYears(
  slots: ReadonlyMap<GroupedTitle, string>,
  sets: { join: (a: string, b: string) => void },
): void {
  const byYear = Map.groupBy(
    [...slots].filter(([{ title }]) => title.year !== undefined),
    ([{ title }]) => String(title.year),
  )
  for (const entries of byYear.values()) {
    const names = [...new Set(entries.map(([, slot]) => slot))].sort()
    const numbers = names.filter((slot) => /^\d+$/.test(slot))
    const subtitles = names.filter((slot) => slot !== '' && !/^\d+$/.test(slot))
    // 魔法石 and And the Sorcerers Stone
    const chinese = subtitles.filter((slot) => hasIdeograph(slot))
    // 叶问前传 is of the year of 叶问2.
    if (numbers.length > 0 && chinese.some((slot) => /前传|外传|番外/.test(slot))) continue
    if (numbers.length > 1 || chinese.length > 1 || subtitles.length - chinese.length > 1) continue
    for (const slot of names.slice(1)) sets.join(names[0] ?? '', slot)
  }
}

/**
 * Remakes: the members with the year of their version, all `''` when there is one version: 沙丘 1984 beside 沙丘 2021; not 沙丘 2021 beside
 * 沙丘 4K. A title without a year is of the version that most titles have.
 */
function splitByYear(members: readonly GroupedTitle[]): [GroupedTitle, string][] {
  const years = members.flatMap(({ title }) => title.year ?? []).sort((a, b) => a - b)
  const versions = new Map<number, number>()
  let first: number | undefined
  for (const [index, year] of years.entries()) {
    if (first === undefined || year - (years[index - 1] ?? year) > maxYearsApart) first = year
    versions.set(year, first)
  }
  if (new Set(versions.values()).size < 2) return members.map((title) => [title, ''])
  const usual = modeOf(years.map((year) => versions.get(year) ?? year))
  return members.map((member) => {
    const { year } = member.title
    return [member, String(year === undefined ? usual : versions.get(year))]
  })
}
