// Tells the films of one family apart, by number, subtitle and year, and joins those found by Chinese titles with those found by foreign ones.
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { type GroupedTitle, versionsByYear, withVersion, yearsOf } from './grouped-title.ts'
import { hasIdeograph } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

/** A year in a title may be that of another country's release: 2001 and 2002 of 千与千寻; not 1984 and 2021 of 沙丘. */
const maxYearsApart = 1
const spinOff = /[前外]传|番外/

/**
 * The part of each title within its family: `''`, `2`, `双重妄想`, each with the year if there are remakes. A number counts more than the
 * subtitle behind it: 小丑2：双重妄想 is 小丑2; but a first part has the number 1 or none, 哈利波特1 is 哈利波特.
 */
export function filmParts(titles: readonly GroupedTitle[], hasCollection: boolean): Map<GroupedTitle, string> {
  const sets = createDisjointSets()
  // Words after a blank are no subtitle where there is only one film of the name: 盗梦空间 莱昂纳多 beside 盗梦空间 (2010) is the same; not
  // 哈利波特 密室 beside 哈利波特 (2001) and 哈利波特2.
  const isOne = !hasCollection && isSingle(titles)
  const slots = new Map(titles.map((title) => [title, slotOf(title, isOne ? [] : title.name.rest)]))
  joinPrefixes([...slots.values()], sets)
  // 剧场版27 百万美元的五棱星 has a number and a subtitle, so 百万美元的五棱星 is number 27; not so 剧场版1 引爆摩天楼, for a first film is
  // also called by the name of all.
  for (const { name } of titles) {
    const { number = 1, rest } = name
    if (number > 1 && rest[0] !== undefined) sets.join(String(number), plainSubtitle(rest[0]))
  }
  joinYears(slots, sets)
  const parts = new Map<GroupedTitle, string>()
  for (const [slot, members] of Map.groupBy(titles, (title) => sets.find(slots.get(title) ?? ''))) {
    // 沙丘 1984 beside 沙丘 2021; not 沙丘 2021 beside 沙丘 4K
    const versionOf = versionsByYear(yearsOf(members), yearsOf(members), maxYearsApart)
    for (const member of members) parts.set(member, withVersion(slot, versionOf(member.title.year)))
  }
  return parts
}

/** Whether there is only one film of the name: no title has a number, a subtitle after a colon or a word for a spin-off, and the years are of one film. */
function isSingle(titles: readonly GroupedTitle[]): boolean {
  const years = yearsOf(titles)
  return (
    Math.max(...years) - Math.min(...years) <= maxYearsApart &&
    titles.some(({ name }) => name.rest.length === 0) &&
    titles.every(
      ({ name: { number = 1, hasSubtitle }, title: { isLive, folded } }) =>
        number === 1 && !hasSubtitle && !isLive && !spinOff.test(folded),
    )
  )
}

function slotOf({ name: { number = 1 }, title }: GroupedTitle, rest: readonly string[]): string {
  return `${title.isLive ? '真人' : ''}${number > 1 ? number : plainSubtitle(rest.join(' '))}`
}

/** 大话西游之月光宝盒 is 大话西游：月光宝盒, 垃圾场的决战 is 垃圾场决战. */
function plainSubtitle(text: string): string {
  return text.replaceAll(/^之|的/g, '')
}

/** 旷野之息 yuzu is 旷野之息 with more words; 旷野 is no word of it. */
export function joinPrefixes(slots: readonly string[], sets: DisjointSets): void {
  const known = new Set(slots)
  for (const slot of known) {
    for (let at = slot.lastIndexOf(' '); at > 0; at = slot.lastIndexOf(' ', at - 1)) {
      if (known.has(slot.slice(0, at))) sets.join(slot, slot.slice(0, at))
    }
  }
}

/**
 * The only foreign name of a year is that of the only Chinese one, and that of the only number: 最后一舞 and The Last Dance of 2024 are 毒液3
 * of 2024; not two numbers or two subtitles of one year, nor 叶问前传 beside 叶问2, both of 2010.
 */
export function joinYears(slots: ReadonlyMap<GroupedTitle, string>, sets: DisjointSets): void {
  const dated = [...slots].filter(([{ title }]) => title.year !== undefined)
  for (const entries of Map.groupBy(dated, ([{ title }]) => title.year).values()) {
    const names = [...new Set(entries.map(([, slot]) => slot))].sort()
    const isNumber = (slot: string) => /^\d+$/.test(slot)
    const isChinese = (slot: string) => hasIdeograph(slot)
    const isForeign = (slot: string) => slot !== '' && !isNumber(slot) && !isChinese(slot)
    if (names.some(isNumber) && names.some((slot) => spinOff.test(slot))) continue
    if ([isNumber, isChinese, isForeign].some((isOfKind) => names.filter(isOfKind).length > 1)) continue
    for (const slot of names.slice(1)) sets.join(names[0] ?? '', slot)
  }
}

/**
 * The only film of a year with a foreign title is the only film of that year with a Chinese one that can be what was searched for: Joker 2019 is
 * 小丑 (2019), not 小丑回魂 (2019). Changes `keys`.
 */
export function joinForeignFilms(
  films: readonly GroupedTitle[],
  keys: Map<RecognisedTitle, string>,
  query: string,
): void {
  const keyOf = ({ title }: GroupedTitle) => keys.get(title) ?? ''
  const isSearched = (base: string) => query !== '' && (base === query || !base.startsWith(query))
  const named = new Set(films.filter(({ title }) => title.chinese !== undefined).map(keyOf))
  const joined = new Map<string, string>()
  for (const [year, ofYear] of Map.groupBy(films, ({ title }) => title.year)) {
    if (year === undefined) continue
    const chinese = new Set(ofYear.filter(({ title }) => title.chinese && isSearched(title.chinese.base)).map(keyOf))
    const foreign = new Set(ofYear.filter(({ title }) => title.chinese === undefined).map(keyOf)).difference(named)
    const [from = ''] = foreign
    const [to = ''] = chinese
    if (foreign.size === 1 && chinese.size === 1) joined.set(from, to)
  }
  for (const film of films) keys.set(film.title, joined.get(keyOf(film)) ?? keyOf(film))
}
