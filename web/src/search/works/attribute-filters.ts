// Attributes as filters: those that tell works apart, with their number and label.
import type { ShownWork } from './arrange-works.ts'
import { attributeIds } from './attribute-ids.ts'
import type { WorksWords } from './works-messages.ts'

/** An attribute with the number of works that have it. */
export interface AttributeFilter {
  readonly id: string
  readonly count: number
}

/** More would push the rest of the page away. */
const maxFilters = 16
/** An attribute of one work filters no better than a look at the list. */
const fewestWorks = 2

const fields = ['kind', 'complete', 'quality', 'source', 'language', 'subtitles', 'format', 'edition', 'platform']

/** The attributes of these works, by field and then the most frequent first; the chosen ones are always among them. */
export function attributeFilters(works: readonly ShownWork[], chosen: readonly string[]): readonly AttributeFilter[] {
  const counts = new Map<string, number>(chosen.map((id) => [id, 0]))
  for (const { work, links } of works) {
    const ids = new Set(links.flatMap((link) => attributeIds(work.kind, link)))
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const fieldAt = (id: string) => fields.findIndex((field) => id.startsWith(`${field}:`))
  const isChosen = ({ id }: AttributeFilter) => chosen.includes(id)
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .filter((filter) => isChosen(filter) || (filter.count >= fewestWorks && filter.count < works.length))
    .sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)) || b.count - a.count)
    .slice(0, maxFilters)
    .sort((a, b) => fieldAt(a.id) - fieldAt(b.id) || b.count - a.count)
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
