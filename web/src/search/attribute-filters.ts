// The attributes that tell results apart, as filters.
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { attributeIds } from './attribute-ids.ts'
import type { WorksWords } from './works/works-messages.ts'

interface Result {
  readonly work: Pick<CollectedWork, 'kind'>
  readonly links: readonly CollectedWorkLink[]
}

/** An attribute with the number of results that have it. */
export interface AttributeFilter {
  readonly id: string
  readonly count: number
}

/** More would push the rest of the page away. */
const maxFilters = 16
/** An attribute of one result filters no better than a look at the list. */
const fewestResults = 2
/** With this many books, each of their formats is a filter: a reader's device has one. */
const fewestBooks = 2

const fields = ['kind', 'complete', 'quality', 'source', 'language', 'subtitles', 'format', 'edition', 'platform']

/** The attributes of these results, by field and then the most frequent first; the chosen ones and the formats of books are always among them. */
export function attributeFilters(results: readonly Result[], chosen: readonly string[]): readonly AttributeFilter[] {
  const counts = new Map<string, number>(chosen.map((id) => [id, 0]))
  for (const { work, links } of results) {
    const ids = new Set(links.flatMap((link) => attributeIds(work.kind, link)))
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const formats = bookFormats(results)
  const fieldAt = (id: string) => fields.findIndex((field) => id.startsWith(`${field}:`))
  const isKept = ({ id }: AttributeFilter) => chosen.includes(id) || formats.has(id)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .filter((filter) => isKept(filter) || (filter.count >= fewestResults && filter.count < results.length))
    .sort((a, b) => Number(isKept(b)) - Number(isKept(a)) || b.count - a.count)
    .slice(0, maxFilters)
    .sort((a, b) => fieldAt(a.id) - fieldAt(b.id) || b.count - a.count)
}

function bookFormats(results: readonly Result[]): ReadonlySet<string> {
  const books = results.filter(({ work }) => work.kind === 'book' || work.kind === 'comic')
  const ids = books.flatMap(({ work, links }) => links.flatMap((link) => attributeIds(work.kind, link)))
  return new Set(books.length < fewestBooks ? [] : ids.filter((id) => id.startsWith('format:')))
}

/** The label of a filter. */
export function filterLabel(id: string, words: WorksWords): string {
  const at = id.indexOf(':')
  const [field, value] = [id.slice(0, at), id.slice(at + 1)]
  if (field === 'complete') return words.complete
  if (field === 'format') return value.toUpperCase()
  const kinds: Readonly<Record<string, string>> = words.kinds
  return (field === 'kind' ? kinds[value] : undefined) ?? value
}
