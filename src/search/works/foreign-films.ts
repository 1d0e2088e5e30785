// Joins the films that one search found by Chinese titles with those that it found by foreign ones.
import type { GroupedTitle } from './grouped-title.ts'
import type { RecognisedTitle } from './recognise.ts'

/** The only film of a year with a foreign title is the only film of that year with a Chinese one. Changes `keys`. */
export function joinForeignFilms(
  films: readonly GroupedTitle[],
  keys: Map<RecognisedTitle, string>,
  query: string,
): void {
  if (!films.some((film) => isForeign(film) && film.title.year !== undefined)) return
  const keyOf = ({ title }: GroupedTitle) => keys.get(title) ?? ''
  const named = new Set(films.filter((film) => !isForeign(film)).map(keyOf))
  const joined = new Map<string, string>()
  const dated = films.filter(({ title }) => title.year !== undefined)
  for (const ofYear of Map.groupBy(dated, ({ title }) => String(title.year)).values()) {
    const chinese = new Set(ofYear.filter((film) => isSearched(film, query)).map(keyOf))
    const foreign = new Set(ofYear.filter(isForeign).map(keyOf))
    for (const key of named) foreign.delete(key)
    const [from = ''] = foreign
    const [to = ''] = chinese
    if (foreign.size === 1 && chinese.size === 1 && !joined.has(from)) joined.set(from, to)
  }
  for (const film of films) {
    const key = joined.get(keyOf(film))
    if (key !== undefined) keys.set(film.title, key)
  }
}

function isForeign({ title }: GroupedTitle): boolean {
  return title.chinese === undefined
}

/** Whether a Chinese title can be what was searched for: 小丑回魂 is another film than 小丑. */
function isSearched({ title: { chinese } }: GroupedTitle, query: string): boolean {
  if (chinese === undefined) return false
  return query !== '' && (chinese.base === query || !chinese.base.startsWith(query))
}
