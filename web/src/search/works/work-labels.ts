// Attributes as short labels.

import type { CollectedWork } from '../../../../client/work-collector.ts'
import type { WorksWords } from './works-messages.ts'

type Attributes = CollectedWork['attributes']

/** Gigabytes for films, megabytes for books. */
function formatSize(bytes: number): string {
  const gigabytes = bytes / 1_000_000_000
  if (gigabytes < 1) return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
  return `${gigabytes < 10 ? gigabytes.toFixed(1) : Math.round(gigabytes)} GB`
}

function episodesLabel(episodes: Attributes['episodes'], words: WorksWords): string | undefined {
  if (!episodes) return undefined
  const { total, to, complete } = episodes
  if (complete) return total === null ? words.complete : words.episodes(total)
  return to === null ? undefined : words.upTo(to)
}

function seasonLabel(season: Attributes['season'], words: WorksWords): string | undefined {
  if (season === null) return undefined
  if (season === 'all') return words.allSeasons
  const seasons = [season].flat()
  const [first, last] = [Math.min(...seasons), Math.max(...seasons)]
  if (first === last) return words.season(`${first}`)
  return words.season(last - first === seasons.length - 1 ? `${first}-${last}` : seasons.join('/'))
}

function sizeLabel(size: Attributes['size']): string | undefined {
  if (size === null) return undefined
  const sizes = [size].flat()
  const [least, most] = [formatSize(Math.min(...sizes)), formatSize(Math.max(...sizes))]
  return least === most ? most : `${least} – ${most}`
}

/** The labels of links that not all of them have. */
export function differences(links: readonly Pick<CollectedWork, 'attributes'>[], words: WorksWords) {
  const all = links.map((link) => new Set(workLabels(link, words)))
  return (link: Pick<CollectedWork, 'attributes'>) =>
    workLabels(link, words).filter((label) => !all.every((labels) => labels.has(label)))
}

/** The attributes that distinguish works and files, the most distinctive first. */
export function workLabels({ attributes }: Pick<CollectedWork, 'attributes'>, words: WorksWords): readonly string[] {
  const { season, episodes, quality, source, languages, subtitles, size, format, edition, platform } = attributes
  const labels = [
    ...[edition ?? []].flat(),
    ...quality,
    seasonLabel(season, words) ?? [],
    episodesLabel(episodes, words) ?? [],
    ...[source ?? []].flat(),
    ...[format ?? []].flat().map((name) => name.toUpperCase()),
    ...[platform ?? []].flat(),
    sizeLabel(size) ?? [],
    ...languages,
    ...subtitles,
  ].flat()
  return [...new Set(labels)]
}
