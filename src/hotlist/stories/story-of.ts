// Describes a group of headlines as a story: its title, score, first sight and the words in common.
import type { EarlierStories, StoryDraft } from './earlier-stories.ts'
import { readWords } from './headline.ts'
import type { Headline } from './similarity.ts'
import { compareText, type Story, type StoryItem } from './story.ts'

const hourMs = 3_600_000
const mostWords = 8

export function storyOf(group: readonly Headline[], now: number, earlier: EarlierStories): StoryDraft {
  const common = sharedWords(group)
  const items = group.map((headline) => itemOf(headline, earlier)).sort(byHeight)
  const first = items.reduce((best, item) => (item.firstSeen < best.firstSeen ? item : best))
  const byPlatform = [...Map.groupBy(group, ({ list }) => list.platform).values()]
  const heights = byPlatform.map((own) => Math.max(...own.map(({ list, rank }) => 1 - (rank - 1) / list.items.length)))
  const { firstSeen, source: firstSource } = first
  const score = scoreOf(heights, now - firstSeen)
  const [title, why] = [titleOf(group, common), whyOf(group, common)]
  return { title, items, platforms: heights.length, score, firstSeen, firstSource, why }
}

function itemOf({ item, list: { source, at }, rank }: Headline, earlier: EarlierStories): StoryItem {
  const { id, title, url, hot } = item
  const firstSeen = Math.min(item.firstSeen ?? at, earlier.firstSeen(source, id) ?? at)
  const shown = { source, id, title, url, rank, firstSeen }
  return hot === undefined ? shown : { ...shown, hot }
}

function byHeight(a: StoryItem, b: StoryItem): number {
  return a.rank - b.rank || compareText(a.source, b.source)
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
function sharedWords(group: readonly Headline[]): Map<string, number> {
  const counts = new Map<Headline['text']['words'][number], number>()
  for (const { text } of group) for (const word of new Set(text.words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].flatMap(([{ key, weight }, count]) => (count > 1 ? [[key, weight * count]] : [])))
}

/** Longer titles need more in common; very short ones say too little. */
const leastTitleLength = 12

function titleOf(group: readonly Headline[], common: ReadonlyMap<string, number>): string {
  const relevances = group.map(({ text, item }) => {
    const said = [...new Set(text.words)].reduce((sum, { key }) => sum + (common.get(key) ?? 0), 0)
    return said / (leastTitleLength + item.title.length)
  })
  return group[relevances.indexOf(Math.max(...relevances))]?.item.title ?? ''
}

/** Neighbouring words in common are shown as one piece of a title. */
function whyOf(group: readonly Headline[], common: ReadonlyMap<string, number>): Story['why'] {
  const pieces = new Map<string, number>()
  for (const { item } of group) {
    const runs: { start: number; end: number; weight: number }[] = []
    for (const { key, start, end } of readWords(item.title).words) {
      const weight = (common.get(key) ?? 0) / group.length
      const run = runs.at(-1)
      if (weight === 0) continue
      if (run && start < run.end)
        Object.assign(run, { end: Math.max(run.end, end), weight: Math.max(run.weight, weight) })
      else runs.push({ start, end, weight })
    }
    for (const { start, end, weight } of runs) {
      const piece = item.title.slice(start, end)
      pieces.set(piece, Math.max(pieces.get(piece) ?? 0, weight))
    }
  }
  return [...pieces]
    .map(([word, weight]) => ({ word, weight: Math.round(weight * 100) / 100 }))
    .sort((a, b) => b.weight - a.weight || compareText(a.word, b.word))
    .slice(0, mostWords)
}
