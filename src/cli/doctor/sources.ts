// Finds the sources to ask by name: hot lists, plugins and channels, enabled or not.
import { asSettingError, requireKnownLists } from '../../app/settings.ts'
import { loadSources, ownSources, type SourceSettings, silentLog } from '../../app/sources.ts'
import { channelNames } from '../../contract/channel-name.ts'
import type { HotList } from '../../hotlist/build-lists.ts'
import type { Logger } from '../../observability/log.ts'
import { defaultChannels } from '../../search/catalogue.ts'
import { loadPlugins } from '../../search/load-plugins.ts'
import type { SearchSource } from '../../search/plugin.ts'
import { telegramChannel } from '../../search/telegram.ts'
import { similarNames } from '../suggest.ts'

interface SourceInfo {
  readonly id: string
  /** The file, or the entry of the operator's file, that defines the source; `telegram` for channels. */
  readonly family: string
  readonly isOn: boolean
}

/** A source that the doctor can ask. */
export type ProbeTarget =
  | (SourceInfo & { readonly kind: 'list'; readonly source: HotList['source'] })
  | (SourceInfo & { readonly kind: 'plugin' | 'channel'; readonly source: SearchSource })

/**
 * Loads every source that the settings know, also disabled ones: lists, plugins, channels.
 * @throws Error with a message for the operator when a setting or a file is invalid.
 */
export function loadTargets(
  { config, env }: SourceSettings,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<ProbeTarget[]> {
  return asSettingError(async () => {
    const { catalogue: on, lists, unknownLists } = await loadSources({ config, env }, log)
    requireKnownLists(unknownLists())
    const plugins = await loadPlugins(await ownSources(config), env, silentLog)
    return [
      ...[...lists.values()].map(({ id, family, isEnabled, source }): ProbeTarget => {
        return { kind: 'list', id, family, isOn: isEnabled, source }
      }),
      ...[...plugins].map(([name, source]): ProbeTarget => {
        return { kind: 'plugin', id: source.id, family: name, isOn: on.plugins.get(name)?.state === 'on', source }
      }),
      ...on.channels.map((name) => channelTarget(name, true)),
      ...defaultChannels.filter((name) => !on.channels.includes(name)).map((name) => channelTarget(name, false)),
    ]
  })
}

function channelTarget(name: string, isOn: boolean): ProbeTarget {
  const source = telegramChannel(name)
  return { kind: 'channel', id: source.id, family: 'telegram', isOn, source }
}

export interface TargetSelection {
  readonly names: readonly string[]
  readonly only: 'search' | 'lists' | 'channels' | undefined
  /** Also disabled sources. */
  readonly all: boolean
}

const kindsOf: Readonly<Record<NonNullable<TargetSelection['only']>, readonly ProbeTarget['kind'][]>> = {
  search: ['plugin', 'channel'],
  lists: ['list'],
  channels: ['channel'],
}

/** Selects sources. @throws Error when a name is unknown or no source is selected. */
export function selectTargets(known: readonly ProbeTarget[], { names, only, all }: TargetSelection): ProbeTarget[] {
  const meant = names.length > 0 ? resolveNames(names, known) : known.filter(({ isOn }) => isOn || all)
  const subjects = meant.filter(({ kind }) => only === undefined || kindsOf[only].includes(kind))
  if (subjects.length > 0) return subjects
  throw new Error('no source selected: the settings, the names and --only exclude all of them')
}

/**
 * Resolves names to sources, each once, in the order of the names. A name is an id (`weibo`, `plugin:labi`, `tg:channel` with any valid
 * channel), a plugin or channel without its prefix, a family of lists, or a prefix of ids (`acfun*`).
 * @throws Error that suggests similar names when a name is unknown.
 */
export function resolveNames(names: readonly string[], all: readonly ProbeTarget[]): ProbeTarget[] {
  return [...new Set(names.flatMap((name) => resolveName(name, all)))]
}

function resolveName(name: string, all: readonly ProbeTarget[]): readonly ProbeTarget[] {
  const word = name.trim().toLowerCase()
  if (word.endsWith('*') && word.length > 1) {
    const begun = all.filter(({ id }) => id.toLowerCase().startsWith(word.slice(0, -1)))
    if (begun.length > 0) return begun
  }
  const same = all.filter(({ id }) => [word, `plugin:${word}`, `tg:${word}`].includes(id.toLowerCase()))
  if (same.length > 0) return same
  const family = all.filter((one) => one.kind === 'list' && one.family === word)
  if (family.length > 0) return family
  const channel = word.startsWith('tg:') ? channelNames.safeParse(name.trim().slice(3)).data?.[0] : undefined
  if (channel !== undefined) return [channelTarget(channel, false)]
  throw new Error(`unknown source ${name.slice(0, 60)}${suggestion(word, all)}`)
}

const maxSuggestions = 4

function suggestion(word: string, all: readonly ProbeTarget[]): string {
  const ids = new Map(all.flatMap(({ id }) => [id, id.replace(/^(?:plugin|tg):/, '')].map((spelled) => [spelled, id])))
  const similar = similarNames(word, [...ids.keys()], ids.size).map((spelled) => ids.get(spelled))
  const near = [...new Set(similar)].slice(0, maxSuggestions)
  return near.length === 0
    ? '; /docs/sources of a running Trawl lists the hot lists, /api/health the rest'
    : `; did you mean ${near.join(', ')}?`
}
