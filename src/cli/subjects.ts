// All sources that can be asked, as the settings have them: hot lists, plugins and channels in one list, found by name.
import { distance } from 'fastest-levenshtein'
import { asSettingError } from '../app/settings.ts'
import { loadSources, type SourceSettings, silentLog } from '../app/sources.ts'
import { channelNames } from '../contract/channel-name.ts'
import type { HotList } from '../hotlist/accept-family.ts'
import type { Logger } from '../log.ts'
import { channels } from '../search/channels.ts'
import { loadPlugins } from '../search/load-plugins.ts'
import type { SearchSource } from '../search/plugin.ts'
import { telegramChannel } from '../search/telegram.ts'

interface Known {
  readonly id: string
  /** The file or the entry of an operator's file it comes from; `telegram` for channels. */
  readonly family: string
  /** Is it asked by default? */
  readonly isOn: boolean
}

/** A source somebody may want to look at. */
export type Subject =
  | (Known & { readonly kind: 'list'; readonly source: HotList['source'] })
  | (Known & { readonly kind: 'plugin' | 'channel'; readonly source: SearchSource })

/**
 * Every source there is by the settings, those that are off too: lists, plugins, channels.
 * @throws Error in words for the operator when a setting or a file of theirs is wrong.
 */
export function loadSubjects(
  { config, env }: SourceSettings,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<Subject[]> {
  return asSettingError(async () => {
    const { catalogue: on, lists } = await loadSources({ config, env }, log)
    const plugins = await loadPlugins(config.SOURCES_DIR, env, silentLog)
    return [
      ...[...lists.values()].map(listSubject),
      ...[...plugins].map(([name, source]): Subject => {
        return { kind: 'plugin', id: source.id, family: name, isOn: on.plugins.has(name), source }
      }),
      ...on.channels.map((name) => channelSubject(name, true)),
      ...channels.filter((name) => !on.channels.includes(name)).map((name) => channelSubject(name, false)),
    ]
  })
}

/** A hot list as a subject. */
function listSubject({ id, family, isEnabled, source }: HotList): Subject {
  return { kind: 'list', id, family, isOn: isEnabled, source }
}

function channelSubject(name: string, isOn: boolean): Subject {
  const source = telegramChannel(name)
  return { kind: 'channel', id: source.id, family: 'telegram', isOn, source }
}

/** Which of them are meant. */
export interface Choice {
  /** Only these; empty for all that are on. */
  readonly names: readonly string[]
  readonly only: 'search' | 'lists' | undefined
  /** Also what is off. */
  readonly all: boolean
}

/** The subjects of a choice. @throws Error when a name is nobody's, or nothing is left. */
export function chosenSubjects(known: readonly Subject[], { names, only, all }: Choice): Subject[] {
  const meant = names.length > 0 ? namedSubjects(names, known) : known.filter(({ isOn }) => isOn || all)
  const subjects = meant.filter(({ kind }) => only === undefined || (kind === 'list') === (only === 'lists'))
  if (subjects.length > 0) return subjects
  throw new Error('no source is left to ask: the settings, the names and --only rule out all')
}

/**
 * The subjects that names mean, each once, in the order of the names. A name is an id (`weibo`, `plugin:labi`, `tg:channel`, of which
 * any valid one will do), a plugin or a channel without what stands before the colon, a family of lists, or the beginning of ids (`acfun*`).
 * @throws Error that says which are near when there is none of a name.
 */
export function namedSubjects(names: readonly string[], all: readonly Subject[]): Subject[] {
  return [...new Set(names.flatMap((name) => meantBy(name, all)))]
}

function meantBy(name: string, all: readonly Subject[]): readonly Subject[] {
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
  if (channel !== undefined) return [channelSubject(channel, false)]
  throw new Error(`no source is called ${name.slice(0, 60)}${nearOf(word, all)}`)
}

/** More than this and none of them is what was meant. */
const mostNear = 4

function nearOf(word: string, all: readonly Subject[]): string {
  const spelled = all.flatMap(({ id }) => [id, id.replace(/^(?:plugin|tg):/, '')].map((as) => ({ as, id })))
  const scored = spelled
    .map(({ as, id }) => ({ id, far: distance(word.slice(0, 60), as.toLowerCase()), begins: begins(as, word) }))
    .filter(({ far, begins }) => begins || far <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((one, other) => one.far - other.far)
  const near = [...new Set(scored.map(({ id }) => id))].slice(0, mostNear)
  return near.length === 0 ? '; docs/sources.md names the lists, /api/health the rest' : `; near are ${near.join(', ')}`
}

function begins(id: string, word: string): boolean {
  return word.length >= 3 && id.toLowerCase().startsWith(word)
}
