// Describes a group of headlines as a story: its title, score, first sight and the words in common.
import type { EarlierStories, StoryDraft } from './earlier-stories.ts'
import { readWords } from './headline-words.ts'
import { type Headline, platformOf, type Story, type StoryItem, type Word } from './story.ts'

const hourMs = 3_600_000
const mostWords = 8
/** Maximum number of headlines of a group that decide the title and the words. */
const maxDescribing = 50

/** The parts of a story that stay the same while the titles do. */
export interface GroupDescription extends Pick<Story, 'title' | 'why'> {
  readonly group: readonly Headline[]
}

export function describeGroup(group: readonly Headline[]): GroupDescription {
  const describing = group.slice(0, maxDescribing)
  const common = sharedWords(describing)
  return { group, title: titleOf(describing, common), why: whyOf(describing, common) }
}

export function storyOf({ group, title, why }: GroupDescription, now: number, earlier: EarlierStories): StoryDraft {
  const items = group.map((headline) => itemOf(headline, earlier)).sort(byHeight)
  const first = items.reduce((best, item) => (item.firstSeen < best.firstSeen ? item : best))
  const highest = new Map<string, number>()
  for (const { list, rank } of group) {
    const platform = platformOf(list)
    highest.set(platform, Math.max(highest.get(platform) ?? 0, 1 - (rank - 1) / list.items.length))
  }
  const { firstSeen, source: firstSource } = first
  const score = scoreOf([...highest.values()], now - firstSeen)
  return { title, items, platforms: highest.size, score, firstSeen, firstSource, why }
}

function itemOf({ item, list: { source, at }, rank }: Headline, earlier: EarlierStories): StoryItem {
  const { id, title, url, hot } = item
  const firstSeen = Math.min(item.firstSeen ?? at, earlier.firstSeen(source, id) ?? at)
  const shown = { source, id, title, url, rank, firstSeen }
  return hot === undefined ? shown : { ...shown, hot }
}

function byHeight(a: StoryItem, b: StoryItem): number {
  return a.rank - b.rank || (a.source < b.source ? -1 : Number(a.source > b.source))
}

/** The highest score first. */
export function byScore(a: StoryDraft, b: StoryDraft): number {
  const [[first], [other]] = [a.items, b.items]
  return b.score - a.score || (first && other ? byHeight(first, other) : 0)
}

/** Each platform counts one for being there and up to one for the height; a story that spread within the hour counts nearly twice. */
function scoreOf(heights: readonly number[], ageMs: number): number {
  const reach = heights.reduce((sum, height) => sum + 1 + height, 0)
  const speed = 1 + 1 / (1 + Math.max(ageMs, 0) / hourMs)
  return Math.round(reach * speed * 100) / 100
}

/** For each word of two or more headlines, its weight times the number of these headlines. */
function sharedWords(group: readonly Headline[]): Map<Word, number> {
  const counts = new Map<Word, number>()
  for (const headline of group)
    for (const word of new Set(headline.words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const common = new Map<Word, number>()
  for (const [word, count] of counts) if (count > 1) common.set(word, word.weight * count)
  return common
}

/** Longer titles need more in common; very short ones say too little. */
const leastTitleLength = 12

function titleOf(group: readonly Headline[], common: ReadonlyMap<Word, number>): string {
  const relevance = (headline: Headline) => {
    const said = [...new Set(headline.words)].reduce((sum, word) => sum + (common.get(word) ?? 0), 0)
    return said / (leastTitleLength + headline.item.title.length)
  }
  return group.reduce((best, headline) => (relevance(headline) > relevance(best) ? headline : best)).item.title
}

/** Neighbouring words in common are shown as one piece of a title. */
function whyOf(group: readonly Headline[], common: ReadonlyMap<Word, number>): Story['why'] {
  const pieces = new Map<string, number>()
  for (const { item, words } of group) {
    let [start, end, weight, index] = [-1, -1, 0, 0]
    const add = () => {
      if (start === -1) return
      const piece = item.title.slice(start, end)
      pieces.set(piece, Math.max(pieces.get(piece) ?? 0, weight))
    }
    readWords(item.title, (_, from, to) => {
      const word = words[index]
      index += 1
      const said = word && common.get(word)
      if (said === undefined) return
      if (from >= end) {
        add()
        ;[start, weight] = [from, 0]
      }
      end = Math.max(end, to)
      weight = Math.max(weight, said / group.length)
    })
    add()
  }
  return [...pieces]
    .map(([word, weight]) => ({ word, weight: Math.round(weight * 100) / 100 }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, mostWords)
}
