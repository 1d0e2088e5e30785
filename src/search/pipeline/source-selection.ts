// Selects the sources of a request and warns about names that select nothing.
import type { Bans } from '../../bans/ban-list.ts'
import { type CloudType, cloudTypes } from '../../contract/cloud-types.ts'
import { quoteInput } from '../../contract/quote-input.ts'
import type { SearchRequest, Warning } from '../../contract/search.ts'
import type { Catalogue } from '../catalogue.ts'
import type { SearchSource } from '../plugin.ts'
import { type ParsedPost, type ParsedPostSource, withParsedPosts } from '../posts/parse-post.ts'
import { telegramChannel } from '../telegram.ts'
import { createMatcher } from './match.ts'

export interface SourceSelection {
  readonly sources: readonly ParsedPostSource[]
  /** Cloud types to return; undefined for all. */
  readonly clouds: ReadonlySet<CloudType> | undefined
  readonly warnings: readonly Warning[]
  /** Number of selected channels that the operator does not list. */
  readonly unlistedCount: number
}

type SelectorOptions = Catalogue & {
  readonly bans?: Pick<Bans, 'isChannelBanned'> | undefined
  readonly isOn?: ((id: string) => boolean) | undefined
  /** A source that is asleep is asked only by a request that names it. */
  readonly isAsleep?: ((id: string) => boolean) | undefined
}

/** Whether requests that name no plugins ask it. */
function isAskedByDefault({ state = 'on' }: Pick<SearchSource, 'state'>): boolean {
  return state === 'on'
}

/** Creates the source selector. Banned channels and sources that are switched off are not asked. `onFound` is called with all posts found. */
export function createSelector(
  options: SelectorOptions,
  onFound?: (found: readonly ParsedPost[]) => void,
): (request: SearchRequest) => SourceSelection {
  const { plugins, bans, isOn = () => true, isAsleep = () => false } = options
  const createSource = (source: SearchSource) => withLinkCount(withParsedPosts(source, onFound))
  const channelOf = (name: string) => ({ name, source: createSource(telegramChannel(name)) })
  const listedChannels = createListedChannels(options, channelOf)
  const enabled = new Map([...plugins].map(([name, source]) => [name, createSource(source)]))

  const channelsOf = ({ src, channels: names }: SearchRequest, listed = listedChannels()) => {
    if (src === 'plugin') return { open: [], banned: 0, unlisted: 0 }
    const isOpen = ({ name }: { readonly name: string }) => bans?.isChannelBanned(name) !== true
    const named = names?.map(bareName).map((name) => listed.get(name.toLowerCase()) ?? channelOf(name)) ?? []
    const standing = isRestricted(names) ? [] : [...listed.values()].filter(({ source }) => !isAsleep(source.id))
    const allowed = [...new Set([...standing, ...named])].filter(isOpen)
    return {
      open: allowed.map(({ source }) => source),
      // Banned channels are reported only to a request that names them.
      banned: named.filter((one) => !isOpen(one)).length,
      unlisted: allowed.filter(({ name }) => !listed.has(name.toLowerCase())).length,
    }
  }
  const pluginsOf = ({ src, plugins: names }: SearchRequest) => {
    if (src === 'tg') return { known: [], unknown: [] }
    if (!names)
      return { known: [...enabled.values()].filter((one) => isAskedByDefault(one) && !isAsleep(one.id)), unknown: [] }
    return {
      known: names.flatMap((name) => enabled.get(name) ?? []),
      unknown: names.filter((name) => !enabled.has(name)),
    }
  }

  return (request) => {
    const { known, unknown } = pluginsOf(request)
    const { open: allowed, banned, unlisted } = channelsOf(request)
    const selected = [...allowed, ...known]
    const sources = selected.filter(({ id }) => isOn(id))
    const requested = new Set(request.cloud_types?.map((name) => name.toLowerCase()))
    const clouds = request.cloud_types && new Set(cloudTypes.filter((type) => requested.has(type)))
    const unknownClouds = requested.difference(new Set<string>(cloudTypes))
    const warnings: Warning[] = [
      ...unknown.map((name) => unknownName('unknown_plugin', name)),
      ...(banned > 0 ? [{ kind: 'blocked_channel' as const, detail: bannedChannelsText(banned) }] : []),
      // Like banned ones, they are reported only to a request that names sources.
      ...(sources.length < selected.length && (isRestricted(request.channels) || request.plugins)
        ? [{ kind: 'source_off' as const, detail: sourcesOffText(selected.length - sources.length) }]
        : []),
      ...[...unknownClouds].map((name) => unknownName('unknown_cloud_type', name)),
      ...(sources.length > 0 ? [] : [{ kind: 'no_sources' as const, detail: noSourcesText(request) }]),
    ]
    return { sources, clouds, warnings, unlistedCount: unlisted }
  }
}

/** Whether only these channels are searched; those with `+` are searched besides the listed ones. */
function isRestricted(names: SearchRequest['channels']): boolean {
  return names !== undefined && !names.some((name) => name.startsWith('+'))
}

function bareName(name: string): string {
  return name.replace(/^\+/, '')
}

/** Creates the function that returns the listed channels by their names in small letters; they may be others at the next request. */
function createListedChannels<Channel>(options: Pick<Catalogue, 'channels'>, channelOf: (name: string) => Channel) {
  let names: readonly string[] = []
  let listed: ReadonlyMap<string, Channel> = new Map()
  return () => {
    if (names !== options.channels) {
      names = options.channels
      listed = new Map(names.map((name) => [name.toLowerCase(), listed.get(name.toLowerCase()) ?? channelOf(name)]))
    }
    return listed
  }
}

function unknownName(kind: 'unknown_plugin' | 'unknown_cloud_type', given: string): Warning {
  const name = quoteInput(given)
  const allowed = kind === 'unknown_plugin' ? '' : `; allowed are ${cloudTypes.join(', ')}`
  return { kind, detail: `${kind.replaceAll('_', ' ')} ${name}${allowed}`, reason: { code: 'unknown_name', name } }
}

/** Does not name the banned channels, to keep the ban list private. */
function bannedChannelsText(count: number): string {
  const which = count === 1 ? 'one of the requested channels is' : `${count} of the requested channels are`
  return `${which} blocked by the operator of this service`
}

function sourcesOffText(count: number): string {
  const which = count === 1 ? 'one of the requested sources is' : `${count} of the requested sources are`
  return `${which} switched off by the administrator for now`
}

function noSourcesText({ src }: SearchRequest): string {
  return src === 'plugin' ? 'none of the requested plugins is enabled; nothing was searched' : 'nothing was searched'
}

/** Adds `sortKeys` to a source: the number of links that match the keyword, regardless of the request's filters. */
function withLinkCount(source: ParsedPostSource): ParsedPostSource {
  return {
    ...source,
    worthOf({ kw, ext: { title_en } }, results) {
      const ext = typeof title_en === 'string' ? { title_en } : {}
      const matcher = createMatcher({ kw, ext, filter: undefined, clouds: undefined })
      return results.reduce((links, result) => links + matcher(result).length, 0)
    },
  }
}
