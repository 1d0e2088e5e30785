// Selects the sources of a request and warns about names that select nothing.

import type { Bans } from '../bans/bans.ts'
import { type CloudType, cloudTypes, type SearchRequest, type Warning } from '../contract/search.ts'
import { shown } from '../contract/shown.ts'
import type { Catalogue } from './catalogue.ts'
import { createMatcher } from './match.ts'
import type { SearchSource } from './plugin.ts'
import { type Result, type ResultSource, resultSource } from './result.ts'
import { telegramChannel } from './telegram.ts'

export interface Choice {
  readonly sources: readonly ResultSource[]
  /** Cloud types to return; undefined for all. */
  readonly clouds: ReadonlySet<CloudType> | undefined
  readonly warnings: readonly Warning[]
  /** Number of selected channels that the operator does not list. */
  readonly unlistedCount: number
}

interface ChooserParts extends Catalogue {
  /** The operator's ban list; banned channels are not asked. */
  readonly bans?: Pick<Bans, 'isChannelBanned'> | undefined
}

/** Creates the source selector. Listed channels keep the spelling of the list; `heard` is called with all posts found. */
export function createChooser(
  { channels, plugins, bans }: ChooserParts,
  heard: (found: readonly Result[]) => void = ignore,
): (request: SearchRequest) => Choice {
  const made = (source: SearchSource) => counted(resultSource(source, heard))
  const channelOf = (name: string) => ({ name, source: made(telegramChannel(name)) })
  const listed = new Map(channels.map((name) => [name.toLowerCase(), channelOf(name)]))
  const enabled = new Map([...plugins].map(([name, source]) => [name, made(source)]))

  const channelsOf = ({ src, channels: names }: SearchRequest) => {
    if (src === 'plugin') return { open: [], banned: 0, unlisted: 0 }
    const named = names?.map((name) => listed.get(name.toLowerCase()) ?? channelOf(name)) ?? [...listed.values()]
    const open = named.filter(({ name }) => bans?.isChannelBanned(name) !== true)
    return {
      open: open.map(({ source }) => source),
      // Banned channels are reported only to a request that names them.
      banned: names ? named.length - open.length : 0,
      unlisted: open.filter(({ name }) => !listed.has(name.toLowerCase())).length,
    }
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
    const { open, banned, unlisted } = channelsOf(request)
    const sources = [...open, ...known]
    const clouds = cloudsOf(request.cloud_types)
    const warnings: Warning[] = [
      ...unknown.map((name) => ({ kind: 'unknown_plugin' as const, detail: `unknown plugin ${shown(name)}` })),
      ...(banned > 0 ? [{ kind: 'blocked_channel' as const, detail: bannedWords(banned) }] : []),
      ...clouds.unknown.map((name) => ({
        kind: 'unknown_cloud_type' as const,
        detail: `unknown cloud type ${shown(name)}; allowed are ${cloudTypes.join(', ')}`,
      })),
      ...(sources.length > 0 ? [] : [{ kind: 'no_sources' as const, detail: nothingToAsk(request) }]),
    ]
    return { sources, clouds: clouds.known, warnings, unlistedCount: unlisted }
  }
}

/** Does not name the banned channels, to keep the ban list private. */
function bannedWords(count: number): string {
  const which = count === 1 ? 'one of the requested channels is' : `${count} of the requested channels are`
  return `${which} blocked by the operator of this service`
}

function ignore(): undefined {
  return undefined
}

function nothingToAsk({ src }: SearchRequest): string {
  return src === 'plugin' ? 'none of the requested plugins is enabled; nothing was searched' : 'nothing was searched'
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

/** Adds `worthOf` to a source: the number of links that match the keyword, regardless of the request's filters. */
function counted(source: ResultSource): ResultSource {
  return {
    ...source,
    worthOf({ kw, ext: { title_en } }, results) {
      const ext = typeof title_en === 'string' ? { title_en } : {}
      const matcher = createMatcher({ kw, ext, filter: undefined, clouds: undefined })
      return results.reduce((links, result) => links + matcher(result).length, 0)
    },
  }
}
