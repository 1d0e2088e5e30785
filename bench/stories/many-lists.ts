// Makes lists of 50 headlines from the lists of a few moments.
import type { RankedList } from '../../src/hotlist/stories/story.ts'
import type { Moment } from './moments.ts'

const size = 50
const chinese = /[\u3400-\u9fff]/g
/** Characters in more headlines belong to words of every day. */
const mostHeadlines = 100

/** Each copy of the headlines has other rare characters, so other names, and keeps the common words. */
export function manyLists(moments: readonly Moment[], count: number): RankedList[] {
  const titles = moments.flatMap((moment) => moment.lists.flatMap(({ items }) => items.map(({ title }) => title)))
  const counts = Map.groupBy(
    titles.flatMap((title) => [...new Set(title.match(chinese))]),
    (character) => character,
  )
  const rare = [...counts].flatMap(([character, { length }]) => (length > mostHeadlines ? [] : [character])).sort()
  const places = new Map(rare.map((character, place) => [character, place]))
  const renamed = (title: string, copy: number) =>
    title.replaceAll(chinese, (character) => {
      const place = places.get(character)
      return (place === undefined ? undefined : rare[(place + copy * 97) % rare.length]) ?? character
    })
  return Array.from({ length: count }, (_, list) => ({
    source: `list-${list}`,
    platform: `list-${list}`,
    at: 0,
    items: Array.from({ length: size }, (_, place) => {
      const at = list * size + place
      const title = renamed(titles[at % titles.length] ?? '', Math.floor(at / titles.length))
      return { id: `${place}`, title, url: '' }
    }),
  }))
}
