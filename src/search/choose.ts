// Which sources a request asks, and what must be said about the names it gave.
import { type CloudType, cloudTypes, type SearchRequest, type Warning } from '../contract/search.ts'
import { shown } from '../contract/shown.ts'
import type { Source } from '../upstream/source.ts'
import type { Catalogue } from './catalogue.ts'
import { createMatcher } from './match.ts'
import type { SearchQuery } from './plugin.ts'
import { type Result, resultSource } from './result.ts'
import { telegramChannel } from './telegram.ts'

export interface Choice {
  readonly sources: readonly Source<SearchQuery, Result>[]
  /** Only these clouds are wanted; undefined: all. */
  readonly clouds: ReadonlySet<CloudType> | undefined
  readonly warnings: readonly Warning[]
}

/** Makes the choice of sources. Sources are made once and kept, listed channels under the spelling of the list. */
export function createChooser({ channels, plugins }: Catalogue): (request: SearchRequest) => Choice {
  const listed = new Map(channels.map((name) => [name.toLowerCase(), counted(resultSource(telegramChannel(name)))]))
  const enabled = new Map([...plugins].map(([name, source]) => [name, counted(resultSource(source))]))

  const channelsOf = ({ src, channels: names }: SearchRequest) => {
    if (src === 'plugin') return []
    if (!names) return [...listed.values()]
    return names.map((name) => listed.get(name.toLowerCase()) ?? counted(resultSource(telegramChannel(name))))
  }
  const pluginsOf = ({ src, plugins: names }: SearchRequest) => {
    if (src === 'tg') return { known: [], unknown: [] }
    if (!names) return { known: [...enabled.values()], unknown: [] }
    return {
      known: names.flatMap((name) => enabled.get(name) ?? []),
      unknown: names.filter((name) => !enabled.has(name)),
    }
  }

  return (request) => {
    const { known, unknown } = pluginsOf(request)
    const sources = [...channelsOf(request), ...known]
    const clouds = cloudsOf(request.cloud_types)
    const warnings: Warning[] = [
      ...unknown.map((name) => ({ kind: 'unknown_plugin' as const, detail: `no plugin is called ${shown(name)}` })),
      ...clouds.unknown.map((name) => ({
        kind: 'unknown_cloud_type' as const,
        detail: `no cloud type is called ${shown(name)}; there are ${cloudTypes.join(', ')}`,
      })),
      ...(sources.length > 0 ? [] : [{ kind: 'no_sources' as const, detail: nothingToAsk(request) }]),
    ]
    return { sources, clouds: clouds.known, warnings }
  }
}

function nothingToAsk({ src }: SearchRequest): string {
  return src === 'plugin' ? 'no plugin of those asked for is enabled, so nothing was searched' : 'nothing was searched'
}

function cloudsOf(names: readonly string[] | undefined): {
  known: ReadonlySet<CloudType> | undefined
  unknown: string[]
} {
  if (!names) return { known: undefined, unknown: [] }
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const known = cloudTypes.filter((type) => wanted.delete(type))
  return { known: new Set(known), unknown: [...wanted] }
}

/** A source whose answers are worth as many links as answer the keyword, whatever else a request says. */
function counted(source: Source<SearchQuery, Result>): Source<SearchQuery, Result> {
  return {
    ...source,
    worthOf({ kw, ext: { title_en } }, results) {
      const ext = typeof title_en === 'string' ? { title_en } : {}
      const matcher = createMatcher({ kw, ext, filter: undefined, clouds: undefined })
      return results.reduce((links, result) => links + matcher(result).length, 0)
    },
  }
}
