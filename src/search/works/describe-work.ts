// Describes a work by the titles of its links.
import type { WorkKind } from '../../contract/works.ts'
import { seasonsOf } from './attributes.ts'
import { modeOf } from './grouped-title.ts'
import type { MarkName } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

/** `key`: the key of the work from `groupWorks`; `titles`: the titles that have it. The order of the titles does not matter. */
export function describeWork(key: string, titles: readonly RecognisedTitle[]) {
  const chinese = titles.filter((title) => title.chinese !== undefined)
  const named = (chinese.length > 0 ? chinese : titles).map(({ title }) => title)
  const originals = titles.map((title) => (title.chinese === undefined ? title.title : title.originalTitle))
  const years = titles.flatMap(({ year }) => year ?? [])
  return {
    title: modeOf(named) ?? '',
    // The title in another script.
    originalTitle: (chinese.length > 0 ? modeOf(originals.filter((title) => title !== '')) : undefined) ?? null,
    // The year of a series is that of its first season.
    year: (key.startsWith('series:') ? years.toSorted((a, b) => a - b)[0] : modeOf(years)) ?? null,
    kind: kindOf(groupOf(key), titles),
    seasons: [...new Set(titles.flatMap((title) => seasonsOf(title, key)))].sort((a, b) => a - b),
  }
}

/** Kinds of works by the group that their keys begin with; that of a series depends on its titles. */
export const kindsByGroup: ReadonlyMap<string, WorkKind> = new Map([
  ['film', 'movie'],
  ['collection', 'movie'],
  ['book', 'book'],
  ['comic', 'comic'],
  ['audiobook', 'audiobook'],
  ['course', 'course'],
  ['software', 'software'],
  ['game', 'game'],
  ['music', 'music'],
])

const videoMarks = new Set<MarkName>(['quality', 'source', 'codec', 'hdr', 'audio', 'language', 'edition'])

/** Whether a title says that it is of a film; a name alone, which is grouped with films, can be that of anything. */
function isVideo({ class: kind, year, marks }: RecognisedTitle): boolean {
  return kind === 'film' || year !== undefined || marks.some(({ name }) => videoMarks.has(name))
}

/** Whether the titles of a work tell neither its year nor its kind. */
export function isUnclassified(key: string, titles: readonly RecognisedTitle[]): boolean {
  return titles.every(({ year }) => year === undefined) && kindOf(groupOf(key), titles) === 'other'
}

function groupOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}

function kindOf(group: string, titles: readonly RecognisedTitle[]): WorkKind {
  if (group === 'film' && !titles.some(isVideo)) return 'other'
  if (group !== 'series') return kindsByGroup.get(group) ?? 'other'
  const has = (kind: string) => titles.some(({ marks }) => marks.some((mark) => mark.kind === kind))
  if (has('show') || titles.some(({ folded }) => /\d期|期全/.test(folded))) return 'show'
  if (has('documentary')) return 'documentary'
  return has('animation') && !has('live') ? 'animation' : 'series'
}
