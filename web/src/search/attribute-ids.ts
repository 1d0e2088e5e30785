// Attributes of links, as ids such as `quality:4K`, which the URL keeps.
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'

export function attributeIds(kind: CollectedWork['kind'], { attributes }: CollectedWorkLink): string[] {
  const { episodes, quality, source, languages, subtitles, format, edition, platform } = attributes
  const values = {
    kind: kind === 'other' ? [] : kind,
    complete: episodes?.complete === true ? 'yes' : [],
    quality,
    source,
    language: languages,
    subtitles,
    format,
    edition,
    platform,
  }
  return Object.entries(values).flatMap(([field, value]) => [value ?? []].flat().map((one) => `${field}:${one}`))
}
