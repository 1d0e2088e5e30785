// Groups the titles of one search by work. The result does not depend on the order of the titles.
import { areSeasons, decideKinds } from './decide-kind.ts'
import { createFamilies } from './families.ts'
import { filmParts, joinForeignFilms } from './film-parts.ts'
import type { GroupedTitle } from './grouped-title.ts'
import type { WorkClass } from './kind.ts'
import type { KnownKinds } from './known-kinds.ts'
import { knownName, type WorkName } from './known-names.ts'
import { readNumeral } from './mark.ts'
import { otherParts } from './other-parts.ts'
import { isPersonName } from './persons.ts'
import { compactOf, type RecognisedTitle } from './recognise.ts'
import { seriesParts } from './series-parts.ts'

const minSubtitleCharacters = 3
const subtitled = new Set<WorkClass>(['video', 'film', 'series', 'game', 'music'])

/**
 * The key of the work of each title, such as `film:流浪地球:2`, and the rule by which its kind was decided. `query` is what was searched for;
 * `kinds` says what is known besides the titles.
 */
export function groupWorks(titles: readonly RecognisedTitle[], query: string, kinds?: KnownKinds) {
  const sorted = [...new Set(titles)].sort((a, b) => (a.folded < b.folded ? -1 : Number(a.folded !== b.folded)))
  const compact = compactOf(query)
  const searched = knownName([compact])?.base ?? compact
  const familyOf = createFamilies(sorted, searched)
  const fullName = abbreviations(sorted, searched)
  const named = sorted.map((title) => {
    const name = fullName(nameOf(title, searched))
    return { title, name, family: familyOf(name), class: title.class }
  })
  const keys = new Map<RecognisedTitle, string>()
  const why = new Map<RecognisedTitle, string>()
  const films: GroupedTitle[] = []
  for (const [family, members] of Map.groupBy(withSubtitles(named), (title) => title.family)) {
    const decided = decideKinds(members, kinds?.kindOf(family))
    const seasons = kinds && areSeasons(decided)
    if (seasons !== undefined) kinds?.remember(family, seasons)
    for (const member of decided) why.set(member.title, member.why)
    const byKind = Map.groupBy(decided, (title) => title.class)
    films.push(...(byKind.get('film') ?? []))
    for (const [kind, same] of byKind) {
      for (const [{ title }, part] of partsOf(kind, same, byKind.has('collection')))
        keys.set(title, `${kind}:${family}:${part}`)
    }
  }
  joinForeignFilms(films, keys, searched)
  return { keys, why }
}

/** 花少6 好友记 is 花儿与少年, if another title of that has the number or the subtitle; 花火 is none. */
function abbreviations(titles: readonly RecognisedTitle[], searched: string): (name: WorkName) => WorkName {
  const full = titles.filter(({ chinese }) => chinese?.base === searched)
  const said = new Set(full.flatMap(({ chinese, seasons }) => [chinese?.number, ...seasons, ...(chinese?.rest ?? [])]))
  return (name) => {
    const { base, number = 1, rest } = name
    let at = 0
    for (const character of searched) if (character === base.charAt(at)) at += 1
    const isShort = base.length < searched.length - 1 && base.charAt(0) === searched.charAt(0) && at === base.length
    return isShort && ((number > 1 && said.has(number)) || said.has(rest[0])) ? { ...name, base: searched } : name
  }
}

/** The search word is the title, also after that of a series: 冰与火之歌：权力的游戏. 新红楼梦 2010 is 红楼梦 of 2010. */
function nameOf({ chinese, latin, compact, year, folded }: RecognisedTitle, searched: string): WorkName {
  // A title of nothing but marks is a work of its own.
  const base = compact || compactOf(folded) || folded
  const name = chinese ?? latin ?? { base, number: undefined, rest: [], hasSubtitle: false }
  if (year !== undefined && name.base === `新${searched}`) return { ...name, base: searched }
  // The name of an author or singer beside a title: 活着 余华 is 余华《活着》.
  if (isPersonName(searched) && folded.includes(searched)) {
    const title = name.base === searched ? name.before : name.base
    return { ...name, base: searched, rest: title === undefined ? name.rest : [title, ...name.rest], before: undefined }
  }
  return bySubtitle(name, searched)
}

/** The name with its subtitle as the base, if that is the search word, or the search word and a number. */
function bySubtitle(name: WorkName, searched: string): WorkName {
  const [subtitle = '', ...rest] = name.rest
  const number = subtitle === searched ? name.number : readNumeral(subtitle.slice(searched.length))
  const isName = name.hasSubtitle && searched !== '' && subtitle.startsWith(searched)
  return isName && (subtitle === searched || number !== undefined) ? { ...name, base: searched, number, rest } : name
}

/**
 * A title that is the subtitle of another belongs to its family: 黄金眼 is 007：黄金眼. A title in one piece is the same as in two:
 * 黑神话悟空 is 黑神话：悟空. A foreign series is none: Picard S01 is no part of Star Trek Picard (2020).
 */
function withSubtitles(titles: readonly GroupedTitle[]): GroupedTitle[] {
  const wholes = new Map<string, GroupedTitle>()
  for (const title of titles) {
    const { base, number, rest } = title.name
    const subtitle = title.title.chinese === undefined ? rest.join('') : (rest[0] ?? '')
    if (subtitle === '') continue
    wholes.set(`${base}${number ?? ''}${subtitle}`, title)
    if (subtitle.length >= minSubtitleCharacters && subtitled.has(title.class))
      wholes.set(subtitle.replace(/^之/, ''), title)
  }
  return titles.map((title) => {
    const isForeign = title.title.chinese === undefined
    const whole = isForeign && title.class === 'series' ? undefined : wholes.get(title.name.base)
    if (whole === undefined || whole.name.base === title.name.base) return title
    const rest = isForeign ? whole.name.rest : [...whole.name.rest.slice(0, 1), ...title.name.rest]
    return { ...title, name: { ...whole.name, rest }, family: whole.family }
  })
}

function partsOf(kind: WorkClass, titles: readonly GroupedTitle[], hasCollection: boolean): Map<GroupedTitle, string> {
  if (kind === 'film') return filmParts(titles, hasCollection)
  if (kind === 'series') return seriesParts(titles)
  return kind === 'collection' ? new Map(titles.map((title) => [title, packOf(title)])) : otherParts(titles)
}

/**
 * All packs of the films of a series are one collection: 飞驰人生1-2合集, 绝地战警：生死与共 全4部. With other words it is another one: 考研英语
 * 真题合集 is not 考研英语 作文合集, and 蝙蝠侠黑暗骑士三部曲 is not 蝙蝠侠系列9部.
 */
function packOf({ title, name }: GroupedTitle): string {
  const isFilms = title.marks.some(
    ({ name, numbers, end }) => name === 'parts' && numbers && title.folded[end - 1] !== '曲',
  )
  return isFilms ? '' : name.rest.join(' ')
}
