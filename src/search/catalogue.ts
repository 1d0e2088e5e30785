// The channels and plugins searched by default, according to the settings, and their health.
import { ageMs } from '../async/ages.ts'
import type { Bans } from '../bans/ban-list.ts'
import { channelNames } from '../contract/channel-name.ts'
import { quoteInput } from '../contract/quote-input.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { Logger } from '../observability/log.ts'
import { didYouMean } from '../parsing/validation-errors.ts'
import type { ReachabilityState } from '../upstream/net/reachability.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'
import channels from './channels.json' with { type: 'json' }
import type { SearchSource } from './plugin.ts'
import { telegramChannel } from './telegram.ts'

/** The public Telegram channels that are searched by default: well-known share channels, in their own spelling. */
export const defaultChannels: readonly string[] = channels

/** The sources of a request that names none. */
export interface Catalogue {
  readonly channels: readonly string[]
  readonly plugins: ReadonlyMap<string, SearchSource>
}

/** Comma-separated lists; undefined if not set. */
export interface CatalogueSettings {
  readonly CHANNELS?: string | undefined
  readonly ENABLED_PLUGINS?: string | undefined
  readonly DISABLED_PLUGINS?: string | undefined
  /** An operator's file could not be read whole: unknown names of plugins are no mistakes. */
  readonly mayLackPlugins?: boolean
}

/**
 * Applies the settings to the catalogue. `CHANNELS` replaces the channels, or adds `+name` and removes `-name`. `ENABLED_PLUGINS` replaces
 * the plugins (`all`, `default` and `none` are allowed), `DISABLED_PLUGINS` removes some. Unknown names in `ENABLED_PLUGINS` are skipped with a
 * warning if at least one is known, because lists written for PanSou name many.
 * @throws Error naming the setting and what is allowed.
 */
export function chooseCatalogue(
  all: Catalogue,
  settings: CatalogueSettings,
  log?: Pick<Logger, 'warn'> | undefined,
): Catalogue {
  const chosen = parsePluginNames('ENABLED_PLUGINS', settings, all)
  const enabled = chosen ?? new Set(all.plugins.keys())
  const disabled = parsePluginNames('DISABLED_PLUGINS', settings, all) ?? new Set()
  const missing = [...enabled].filter((name) => !all.plugins.has(name)).map((name) => quoteInput(name))
  if (missing.length > 0) log?.warn(`ENABLED_PLUGINS: skipped unknown plugins: ${missing.join(', ')}`)
  return {
    channels: applyChannelSetting(all.channels, settings.CHANNELS),
    plugins: new Map(
      [...all.plugins]
        .filter(([name]) => enabled.has(name) && !disabled.has(name))
        .map(([name, plugin]) => [name, { ...plugin, state: stateOf(name, plugin, settings) }]),
    ),
  }
}

/** A setting that names a plugin turns it on; `all` turns on those that are off, but not those that are gone. */
function stateOf(name: string, { state = 'on' }: SearchSource, { ENABLED_PLUGINS = '' }: CatalogueSettings) {
  const names = splitList(ENABLED_PLUGINS).map((entry) => entry.toLowerCase())
  return names.includes(name) || (state === 'off' && names.includes('all')) ? 'on' : state
}

/** The channels of a value of `CHANNELS`; undefined: those searched by default. @throws Error with what is allowed. */
export function chooseChannels(text: string | undefined): readonly string[] {
  return applyChannelSetting(defaultChannels, text)
}

export function sourceIdsOf({ channels, plugins }: Catalogue): string[] {
  return [...channels.map((name) => telegramChannel(name).id), ...[...plugins.values()].map(({ id }) => id)]
}

/** The entries of the health report about plugins, by source id. */
export function pluginFacts({ plugins }: Catalogue) {
  return new Map(
    [...plugins.values()].map(({ id, needs, evidence, state = 'on' }) => {
      const date = /^\d{4}-\d\d(?:-\d\d)?/.exec(evidence ?? '')?.[0]
      return [id, { isOff: state !== 'on', ...(needs && { needs }), ...(date && { evidence: date }) }] as const
    }),
  )
}

/** The default sources that are not banned, for `/api/health`. */
export function catalogueHealth(
  { channels: all, plugins }: Catalogue,
  bans: Pick<Bans, 'isChannelBanned'>,
): Pick<HealthResponse, 'plugins_enabled' | 'plugin_count' | 'plugins' | 'channels' | 'channels_count'> {
  const channels = all.filter((name) => !bans.isChannelBanned(name))
  return {
    plugins_enabled: plugins.size > 0,
    plugin_count: plugins.size,
    plugins: [...plugins.keys()],
    channels,
    channels_count: channels.length,
  }
}

/** Older outcomes are ignored by `searchStatus`. */
const windowMs = 10 * 60_000

/** How sources ended lately, and whether Telegram could be reached when that was last checked. */
export interface SearchEvidence {
  readonly statistics: Pick<SourceStatistics, 'of'>
  readonly telegram: ReachabilityState
}

/**
 * The part of `/api/health` about the sources; `now` in epoch milliseconds. A source counts by its latest outcome within the window; a partial
 * answer is an answer. Where nothing was asked within it, the latest check of Telegram decides.
 */
export function searchStatus(
  catalogue: Catalogue,
  { statistics, telegram }: SearchEvidence,
  now: number,
): Pick<HealthResponse, 'status' | 'status_basis' | 'telegram'> {
  const outcomes = sourceIdsOf(catalogue).flatMap((source) => {
    const { lastGoodAt = 0, lastFailure } = statistics.of(source) ?? {}
    const failedAt = lastFailure?.at ?? 0
    return ageMs(now, Math.max(lastGoodAt, failedAt)) < windowMs
      ? [{ source, lastGoodAt, isGood: lastGoodAt >= failedAt }]
      : []
  })
  const channelAnswers = outcomes.filter(({ source }) => source.startsWith('tg:')).map(({ lastGoodAt }) => lastGoodAt)
  const known = toTelegramHealth(telegram, Math.max(0, ...channelAnswers))
  const answered = outcomes.filter(({ isGood }) => isGood).length
  if (outcomes.length > 0) {
    const some = answered < outcomes.length / 2 ? 'degraded' : 'ok'
    return { status: answered === 0 ? 'down' : some, status_basis: 'searches', telegram: known }
  }
  const status = known.state === 'unreachable' ? 'down' : 'ok'
  return { status, status_basis: known.state === 'unknown' ? 'none' : 'check', telegram: known }
}

/** A channel that answered after the check (at `answeredAt`, epoch milliseconds) says more than the check. */
function toTelegramHealth(checked: ReachabilityState, answeredAt: number): HealthResponse['telegram'] {
  const checkedAt = checked.state === 'unknown' ? 0 : checked.checkedAt
  if (answeredAt > checkedAt) return { state: 'reachable', checked_at: toIso(answeredAt) }
  if (checked.state === 'unknown') return { state: 'unknown', checked_at: null }
  const result = { state: checked.state, checked_at: toIso(checkedAt) }
  if (checked.state === 'reachable') return result
  const { kind, detail } = checked.failure
  return { ...result, failure: { kind, detail } }
}

function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

function parsePluginNames(
  setting: 'ENABLED_PLUGINS' | 'DISABLED_PLUGINS',
  settings: CatalogueSettings,
  { plugins }: Catalogue,
): ReadonlySet<string> | undefined {
  const names = splitList(settings[setting] ?? '').map((name) => name.toLowerCase())
  // An empty list counts as not set.
  if (names.length === 0) return undefined
  if (names.includes('all') || (names.includes('default') && setting === 'ENABLED_PLUGINS'))
    return new Set(plugins.keys())
  if (names.length === 1 && names[0] === 'none') return new Set()
  const isLenient =
    settings.mayLackPlugins || (setting === 'ENABLED_PLUGINS' && names.some((name) => plugins.has(name)))
  const unknown = names.find((name) => !plugins.has(name))
  if (unknown !== undefined && !isLenient) {
    const known = [...plugins.keys(), 'all', ...(setting === 'ENABLED_PLUGINS' ? ['default'] : []), 'none']
    throw new Error(`${setting}: unknown plugin ${unknown.slice(0, 60)}; ${didYouMean(unknown, known)}`)
  }
  return new Set(names)
}

function applyChannelSetting(listed: readonly string[], text: string | undefined): readonly string[] {
  const entries = splitList(text ?? '')
  if (entries.length === 0) return listed
  const signed = entries.filter((entry) => /^[+-]/.test(entry))
  if (signed.length === 0) return parseChannelNames(entries)
  if (signed.length < entries.length)
    throw new Error('CHANNELS: must be a list of names, or only +name and -name, not both')
  const named = (sign: string) =>
    parseChannelNames(signed.flatMap((entry) => (entry.startsWith(sign) ? [entry.slice(1)] : [])))
  const removed = new Map(named('-').map((name) => [name.toLowerCase(), name]))
  const remaining = listed.filter((name) => !removed.delete(name.toLowerCase()))
  const [stray] = removed.values()
  if (stray !== undefined) throw new Error(`CHANNELS: ${stray} is not in the list, so it cannot be removed`)
  const present = new Set(remaining.map((name) => name.toLowerCase()))
  return [...remaining, ...named('+').filter((name) => !present.has(name.toLowerCase()))]
}

function parseChannelNames(entries: readonly string[]): string[] {
  const read = channelNames.safeParse(entries)
  if (!read.success) throw new Error(`CHANNELS: ${read.error.issues[0]?.message}`)
  return read.data
}

function splitList(text: string): string[] {
  return text
    .split(/[,，\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
