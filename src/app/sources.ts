// Loads all sources that the settings enable: channels and plugins, link checks, hot lists; reports all mistakes at once.
import type { Environment } from '../config/env.ts'
import type { Config } from '../config/schema.ts'
import { addPinyin } from '../hotlist/add-pinyin.ts'
import written from '../hotlist/catalogue.json' with { type: 'json' }
import { selectEnabled, selectForHistory } from '../hotlist/enabled-lists.ts'
import { addDeclaredLists, readSourcesFile } from '../hotlist/load-declared-lists.ts'
import { loadHotLists } from '../hotlist/load-lists.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { chooseCatalogue, defaultChannels } from '../search/catalogue.ts'
import { checksFolder, loadChecks } from '../search/checks/check.ts'
import { loadPlugins, type OwnSources, ourPlugins } from '../search/load-plugins.ts'
import { sourceNames } from '../upstream/discover.ts'

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** The settings of the service, and the environment with the settings of plugins and lists. */
export interface SourceSettings {
  readonly config: Config
  readonly env: Environment
}

/** For loading only to find further mistakes. */
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing }

function nothing(): undefined {
  return undefined
}

/** Loads all sources and selects the enabled ones. @throws Error for the operator, one line for each mistake. */
export async function loadSources(settings: SourceSettings, log: Log) {
  const mistakes = new Set<string>()
  const [catalogue, lists, checks] = await Promise.all([
    loadSearchSources(settings, log, mistakes),
    loadHotListSources(settings, log, mistakes),
    collectMistake(() => loadChecks(settings.env, log), mistakes),
  ])
  if (catalogue && lists && checks && mistakes.size === 0) return { catalogue, lists, checks }
  throw new Error([...mistakes].join('\n'))
}

export async function namesWithSettings(): Promise<string[]> {
  return [...ourPlugins().map(({ id }) => id), ...(await sourceNames(checksFolder)), ...familiesWithSettings()]
}

export function familiesWithSettings(): string[] {
  return written.flatMap(({ family, hasSettings }) => (hasSettings ? [family] : []))
}

async function loadSearchSources({ config, env }: SourceSettings, log: Log, mistakes: Set<string>) {
  const own = await collectMistake(() => ownSources(config), mistakes)
  if (!own) return undefined
  const load = (environment: Environment, to: Log) => loadPlugins(own, environment, to)
  const plugins = await loadWithOrWithoutSettings(load, { env, log, mistakes })
  if (!plugins) return undefined
  const { CHANNELS, ENABLED_PLUGINS, DISABLED_PLUGINS } = config
  const choices = [{ CHANNELS }, { ENABLED_PLUGINS }, { DISABLED_PLUGINS }]
  for (const choice of choices)
    await collectMistake(() => chooseCatalogue({ channels: defaultChannels, plugins }, choice), mistakes)
  return mistakes.size > 0 ? undefined : chooseCatalogue({ channels: defaultChannels, plugins }, config, log)
}

/** What an operator adds to our sources; the file of sources is read once more for its hot lists. */
export async function ownSources({ SOURCES_DIR, SOURCES_FILE }: Config): Promise<OwnSources> {
  if (SOURCES_FILE === undefined) return { folder: SOURCES_DIR }
  return { folder: SOURCES_DIR, file: { name: SOURCES_FILE, text: await readSourcesFile(SOURCES_FILE) } }
}

async function loadHotListSources({ config, env }: SourceSettings, log: Log, mistakes: Set<string>) {
  const ours = await loadWithOrWithoutSettings(loadHotLists, { env, log, mistakes })
  if (!ours) return undefined
  const lists = await collectMistake(
    async () => addPinyin(await addDeclaredLists(ours, config.SOURCES_FILE, log)),
    mistakes,
  )
  // Naming a list of an unreadable file would be reported as a second mistake.
  if (!lists) return undefined
  const { ENABLED_SOURCES, DISABLED_SOURCES } = config
  for (const choice of [{ ENABLED_SOURCES }, { DISABLED_SOURCES }])
    await collectMistake(() => selectEnabled(lists, choice), mistakes)
  await collectMistake(() => selectForHistory(lists, config.HISTORY_SOURCES), mistakes)
  return mistakes.size > 0 ? undefined : selectEnabled(lists, config)
}

/** Loads sources; where the settings of one are invalid, loads without any, so that mistakes in the selection are found too. */
async function loadWithOrWithoutSettings<T>(
  load: (env: Environment, log: Log) => Promise<T>,
  { env, log, mistakes }: { env: Environment; log: Log; mistakes: Set<string> },
): Promise<T | undefined> {
  const first = await collectMistake(() => load(env, log), mistakes)
  return first ?? collectMistake(() => load({}, silentLog), mistakes)
}

async function collectMistake<T>(run: () => T | Promise<T>, mistakes: Set<string>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    mistakes.add(messageOf(error))
    return undefined
  }
}
