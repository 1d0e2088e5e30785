// Describes a group of headlines as a story: its title, score, first sight and the words in common.
import { createHash } from 'node:crypto'
import type { Headline, SharedWord } from './headline.ts'
import { headlineWords } from './headline-words.ts'
import type { Story, StoryItem } from './story.ts'

const hourMs = 3_600_000
const idCharacters = 12
const mostWords = 8

/** `seen`: when items were seen first, by source and id. */
export function storyOf(group: readonly Headline[], now: number, seen: ReadonlyMap<string, number>): Story {
  const items = group.map((headline) => itemOf(headline, seen)).sort(byHeight)
  const [first] = items.toSorted((a, b) => a.firstSeen - b.firstSeen || byHeight(a, b))
  const common = sharedWords(group)
  const highest = new Map<string, number>()
  for (const { list, rank } of group) {
    const platform = list.platform ?? list.source
    highest.set(platform, Math.max(highest.get(platform) ?? 0, 1 - (rank - 1) / list.items.length))
  }
  const firstSeen = first?.firstSeen ?? now
  const firstSource = first?.source ?? ''
  return {
    id: createHash('sha256').update(`${firstSource} ${first?.id}`).digest('base64url').slice(0, idCharacters),
    title: titleOf(group, common),
    items,
    platforms: highest.size,
    score: scoreOf([...highest.values()], now - firstSeen),
    firstSeen,
    firstSource,
    why: whyOf(group, common),
  }
}

function itemOf({ item, list: { source, at }, rank }: Headline, seen: ReadonlyMap<string, number>): StoryItem {
  const { id, title, url, hot } = item
  const firstSeen = item.firstSeen ?? seen.get(`${source} ${id}`) ?? at
  return { source, id, title, url, ...(hot === undefined ? {} : { hot }), rank, firstSeen }
}

function byHeight(a: StoryItem, b: StoryItem): number {
  return a.rank - b.rank || (a.source < b.source ? -1 : Number(a.source > b.source))
}

/** Each platform counts one for being there and up to one for the height; a story that spread within the hour counts nearly twice. */
function scoreOf(heights: readonly number[], ageMs: number): number {
  const reach = heights.reduce((sum, height) => sum + 1 + height, 0)
  const speed = 1 + 1 / (1 + Math.max(ageMs, 0) / hourMs)
  return Math.round(reach * speed * 100) / 100
}

/** Words of two or more headlines, each with the number of these headlines. */
function sharedWords(group: readonly Headline[]): Map<SharedWord, number> {
  const counts = new Map<SharedWord, number>()
  for (const { words } of group) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}

/** Longer titles need more in common; very short ones say too little. */
const leastTitleLength = 12

function titleOf(group: readonly Headline[], common: ReadonlyMap<SharedWord, number>): string {
  const relevance = ({ words, item }: Headline) => {
    const said = [...new Set(words)].reduce((sum, word) => sum + word.weight * (common.get(word) ?? 0), 0)
    return said / (leastTitleLength + item.title.length)
  }
  return group.reduce((best, headline) => (relevance(headline) > relevance(best) ? headline : best)).item.title
}

/** Neighbouring words in common are shown as one piece of a title. */
function whyOf(group: readonly Headline[], common: ReadonlyMap<SharedWord, number>): Story['why'] {
  const weights = new Map<string, number>()
  for (const { words, item } of group) {
    let [start, end, weight] = [-1, -1, 0]
    const add = () => {
      if (start === -1) return
      const piece = item.title.slice(start, end)
      weights.set(piece, Math.max(weights.get(piece) ?? 0, weight))
    }
    for (const [index, { at, length }] of headlineWords(item.title).entries()) {
      const word = words[index]
      if (word === undefined || !common.has(word)) continue
      if (at >= end) {
        add()
        ;[start, weight] = [at, 0]
      }
      end = Math.max(end, at + length)
      weight = Math.max(weight, (word.weight * (common.get(word) ?? 0)) / group.length)
    }
    add()
  }
  const pieces = [...weights].map(([word, weight]) => ({ word, weight: Math.round(weight * 100) / 100 }))
  return pieces.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, mostWords)
}
