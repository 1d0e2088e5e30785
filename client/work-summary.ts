// A work in short, for terminals and language models: its best links, and its attributes as texts.
import type { Work, WorkLink } from './types.ts'

type Attributes = Work['attributes'] | WorkLink['attributes']

/** Maximum values of one attribute. */
const maxValues = 3

/** The best link of each cloud; `links` are those of a work, best first. */
export function bestLinks<Link extends Pick<WorkLink, 'type'>>(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>()
  for (const link of links) if (!best.has(link.type)) best.set(link.type, link)
  return [...best.values()]
}

/** The title with the year, if it is known. */
export function titleWithYear({ title, year }: Pick<Work, 'title' | 'year'>): string {
  return year === null ? title : `${title} (${year})`
}

/** Words of another language. */
export interface FactWords {
  /** Default: the kind as in answers. */
  readonly kinds: Readonly<Partial<Record<Work['kind'], string>>>
  readonly allEpisodes: (total: number | null) => string
  /** At least one of the two is known. */
  readonly episodes: (range: string | undefined, total: number | null) => string
}

export const englishFacts: FactWords = {
  kinds: {},
  allEpisodes: (total) => (total === null ? 'all episodes' : `all ${total} episodes`),
  episodes: (range, total) =>
    range === undefined ? `${total} episodes` : `episodes ${range}${total === null ? '' : ` of ${total}`}`,
}

/** The known attributes of a work as short texts: `series`, `S1-2`, `episodes 1-12 of 24`, `4K`, `WEB-DL`, `1.5 GB`. */
export function workFacts(
  { kind, seasons, attributes }: Pick<Work, 'kind' | 'seasons' | 'attributes'>,
  words = englishFacts,
): string[] {
  const named = kind === 'other' ? [] : [words.kinds[kind] ?? kind]
  return [...named, ...seasonFacts(seasons), ...fileFacts(attributes, words)]
}

/** The attributes of a file in a link's title, as short texts. */
export function linkFacts(attributes: WorkLink['attributes']): string[] {
  const { season } = attributes
  if (season === 'all') return ['all seasons', ...fileFacts(attributes)]
  return [...seasonFacts(valuesOf(season)), ...fileFacts(attributes)]
}

function fileFacts(attributes: Attributes, words = englishFacts): string[] {
  const { quality, source, size, format, edition, platform, languages, subtitles } = attributes
  return [
    ...episodeFacts(attributes.episodes, words),
    ...quality.slice(0, maxValues),
    ...valuesOf(source).slice(0, maxValues),
    ...sizeFacts(valuesOf(size)),
    ...valuesOf(format).slice(0, maxValues),
    ...valuesOf(edition).slice(0, maxValues),
    ...valuesOf(platform).slice(0, maxValues),
    ...languages.slice(0, maxValues),
    ...subtitles.slice(0, maxValues),
  ]
}

function valuesOf<Value extends string | number>(value: Value | readonly Value[] | null): readonly Value[] {
  if (value === null) return []
  return typeof value === 'object' ? value : [value]
}

function seasonFacts(seasons: readonly number[]): string[] {
  const [first, last] = [seasons[0], seasons.at(-1)]
  if (first === undefined || last === undefined) return []
  if (first === last) return [`S${first}`]
  return last - first === seasons.length - 1 ? [`S${first}-${last}`] : [seasons.map((season) => `S${season}`).join('+')]
}

function episodeFacts(episodes: Attributes['episodes'], words: FactWords): string[] {
  if (episodes === null) return []
  const { from, to, total, complete } = episodes
  if (complete) return [words.allEpisodes(total)]
  if (to === null) return total === null ? [] : [words.episodes(undefined, total)]
  return [words.episodes(from === null || from === to ? `${to}` : `${from}-${to}`, total)]
}

function sizeFacts(sizes: readonly number[]): string[] {
  if (sizes.length === 0) return []
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map(formatBytes)
  return [least === most ? `${least}` : `${least} to ${most}`]
}

const units = ['KB', 'MB', 'GB', 'TB']

function formatBytes(bytes: number): string {
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log(bytes) / Math.log(1024))))
  const amount = bytes / 1024 ** power
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power - 1]}`
}
