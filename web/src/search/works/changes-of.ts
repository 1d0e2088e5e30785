// The changes of a work by the dates of its links.
import type { CollectedWork, CollectedWorkLink } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { workLabels } from './work-labels.ts'
import type { WorksWords } from './works-messages.ts'

export interface WorkChange {
  readonly day: string
  /** What links of this day were the first to have. */
  readonly labels: readonly string[]
}

interface ChangeOptions {
  readonly words: WorksWords
  readonly clouds: Readonly<Record<CloudType, string>>
  /** The day of a time in epoch milliseconds. */
  readonly dayOf: (at: number) => string
}

/** Newest first: the days on which a link brought a cloud, a quality, or more episodes of a season. Links without a date are left out. */
export function changesOf(
  links: CollectedWork['links'],
  { words, clouds, dayOf }: ChangeOptions,
): readonly WorkChange[] {
  const dated = links.flatMap((link) => (link.at === undefined ? [] : [{ ...link, at: link.at }]))
  const known = new Set<string>()
  const reached = new Map<string, number>()
  const days = new Map<string, string[]>()
  for (const link of dated.toSorted((a, b) => a.at - b.at)) {
    const labels = [clouds[link.type], ...link.attributes.quality, ...progressLabels(link, reached, words)]
    const news = labels.filter((label) => !known.has(label))
    for (const label of news) known.add(label)
    const day = dayOf(link.at)
    if (news.length > 0) days.set(day, [...(days.get(day) ?? []), ...news])
  }
  return [...days].map(([day, labels]) => ({ day, labels })).toReversed()
}

/** Season and episodes of a link that has more episodes than those before it. */
function progressLabels({ attributes }: CollectedWorkLink, reached: Map<string, number>, words: WorksWords) {
  const { season, episodes, ...others } = attributes
  const key = String(season)
  const to = episodes?.complete ? Number.POSITIVE_INFINITY : (episodes?.to ?? 0)
  if (to <= (reached.get(key) ?? 0)) return []
  reached.set(key, to)
  const none = { source: null, size: null, format: null, edition: null, platform: null }
  const bare = { ...others, ...none, season, episodes, quality: [], languages: [], subtitles: [] }
  return [workLabels({ attributes: bare }, words).join(' ')]
}
