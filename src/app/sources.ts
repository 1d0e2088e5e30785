// Loads all sources that the settings enable: channels and plugins, link checks, hot lists; reports all mistakes at once; documents the settings of sources.

import { createSourceSwitches } from '../admin/source-switches.ts'
import { readOperatorFile, watchFile } from '../bans/watched-file.ts'
import type { Environment } from '../config/env.ts'
import type { Config, DocumentedSetting } from '../config/schema.ts'
import type { HotList } from '../hotlist/build-lists.ts'
import written from '../hotlist/catalogue.json' with { type: 'json' }
import { listsFolder } from '../hotlist/family-files.ts'
import { createListSet } from '../hotlist/list-set.ts'
import { loadHotLists } from '../hotlist/load-lists.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { type PluginSetting, pluginSettings } from '../parsing/source-settings.ts'
import { type Catalogue, chooseCatalogue, defaultChannels, sourceIdsOf } from '../search/catalogue.ts'
import { checksFolder, loadChecks } from '../search/checks/check.ts'
import { importPlugin, loadPlugins, type OwnSources, ourPlugins } from '../search/load-plugins.ts'
import type { CatalogueEntry } from '../search/plugin-catalogue.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'

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

/** Called when lists changed, with those that are new or defined anew, or when channels changed or sources were switched. */
type OnChange = (defined: readonly HotList[]) => void

/**
 * Loads all sources and selects the enabled ones. The lists and the switches change while the service runs: `lists` is one map for all
 * parts, and `onChange` subscribes to changes.
 * @throws Error for the operator, one line for each mistake.
 */
export async function loadSources(settings: SourceSettings, log: Log) {
  const mistakes = new Set<string>()
  const listeners: OnChange[] = []
  const announce: OnChange = (defined) => {
    for (const listener of listeners) listener(defined)
  }
  const configured = new Map<string, boolean>()
  const switches = createSourceSwitches(configured, () => announce([]))
  const changing = { configured, isOn: switches.isOn, onChange: announce }
  const [search, own, checks] = await Promise.all([
    loadSearchPlugins(settings, log, mistakes),
    loadHotListSources(settings, { ...changing, log }, mistakes),
    collectMistake(() => loadChecks(settings.env, log), mistakes),
  ])
  const problems = () => [...(own?.problems() ?? []), ...(search?.wrongSites ?? [])]
  const chosen = search && (await chooseSearchSources(search.plugins, settings.config, { log, mistakes, problems }))
  // A list that a setting names may be one that the file could not declare.
  const unknownLists = () => (!own || own.problems().length > 0 ? [] : own.unknownNames())
  if (!chosen || !own || !checks || mistakes.size > 0) throw new Error([...mistakes, ...unknownLists()].join('\n'))
  const searched = createSearchedSources(chosen, configured)
  return {
    ...{ catalogue: searched.catalogue, searchIds: searched.ids, checks, switches },
    ...{ lists: own.lists, alwaysFresh: own.alwaysFresh },
    /** A sentence for each entry of the settings that names no list; ask for them once the stored lists are in force. */
    unknownLists,
    checkOwnLists: own.checkStored,
    putOwnLists: own.putStored,
    /** Puts other channels in place of those before. */
    putChannels(channels: readonly string[]): void {
      searched.putChannels(channels)
      announce([])
    },
    onChange: (listener: OnChange) => void listeners.push(listener),
    /** Reads the operator's file again if it changed; call it about once a second. Never rejects. */
    tick: own.tick,
    /** The mistakes in the operator's file, one sentence each. */
    problems,
  }
}

/** The default sources of searches; `catalogue.channels` and `ids` change while the service runs. Notes in `configured` that they are on. */
function createSearchedSources({ channels, plugins }: Catalogue, configured: Map<string, boolean>) {
  const catalogue = { channels, plugins }
  const ids = new Set<string>()
  const view: ReadonlySet<string> = ids
  const putChannels = (next: readonly string[]): void => {
    catalogue.channels = next
    for (const id of ids) configured.delete(id)
    ids.clear()
    for (const id of sourceIdsOf(catalogue)) {
      ids.add(id)
      configured.set(id, true)
    }
  }
  putChannels(channels)
  const live: Catalogue = catalogue
  return { catalogue: live, ids: view, putChannels }
}

export async function namesWithSettings(): Promise<string[]> {
  return [...ourPlugins().map(({ id }) => id), ...(await sourceNames(checksFolder)), ...familiesWithSettings()]
}

function familiesWithSettings(): string[] {
  return written.flatMap(({ family, hasSettings }) => (hasSettings ? [family] : []))
}

/** All plugins, and a sentence for each search site of the operator's file that is left out. */
async function loadSearchPlugins({ config, env }: SourceSettings, log: Log, mistakes: Set<string>) {
  let wrongSites: readonly string[] = []
  const own = await ownSources(config, (lines) => {
    wrongSites = lines
  })
  const load = (environment: Environment, to: Log) => loadPlugins(own, environment, to)
  const plugins = await loadWithOrWithoutSettings(load, { env, log, mistakes })
  if (!plugins) return undefined
  for (const line of wrongSites) log.warn(line)
  return { plugins, wrongSites }
}

interface ChoiceParts {
  readonly log: Log
  readonly mistakes: Set<string>
  problems(): readonly string[]
}

async function chooseSearchSources(
  plugins: Catalogue['plugins'],
  { CHANNELS, ENABLED_PLUGINS, DISABLED_PLUGINS }: Config,
  { log, mistakes, problems }: ChoiceParts,
): Promise<Catalogue | undefined> {
  const all = { channels: defaultChannels, plugins }
  // A plugin that a setting names may be one that the file could not declare.
  const mayLackPlugins = problems().length > 0
  const choices = [{ CHANNELS }, { ENABLED_PLUGINS }, { DISABLED_PLUGINS }]
  for (const choice of choices)
    await collectMistake(() => chooseCatalogue(all, { ...choice, mayLackPlugins }), mistakes)
  if (mistakes.size > 0) return undefined
  return chooseCatalogue(all, { CHANNELS, ENABLED_PLUGINS, DISABLED_PLUGINS, mayLackPlugins }, log)
}

/** The operator's own sources; the file of sources is read once more for its hot lists, which report if it cannot be. */
export async function ownSources(
  { SOURCES_DIR: folder, SOURCES_FILE: name }: Config,
  onMistakes?: (lines: readonly string[]) => void,
): Promise<OwnSources> {
  if (name === undefined) return { folder }
  const text = await readOperatorFile(name).catch(() => '')
  return { folder, file: { name, text, ...(onMistakes && { onMistakes }) } }
}

type ListSetParts = Omit<Parameters<typeof createListSet>[0], 'ours' | 'choice'> & { readonly log: Log }

async function loadHotListSources({ config, env }: SourceSettings, parts: ListSetParts, mistakes: Set<string>) {
  const { log, configured, isOn, onChange } = parts
  const ours = await loadWithOrWithoutSettings(loadHotLists, { env, log, mistakes })
  if (!ours) return undefined
  const set = await createListSet({ ours, choice: config, configured, isOn, onChange, log })
  const path = config.SOURCES_FILE
  const file =
    path === undefined
      ? undefined
      : await watchFile({
          ...({ setting: 'SOURCES_FILE', path, contents: 'hot lists', isOptional: true, log } as const),
          apply: (text) => set.putFile(text, path),
        })
  const problems = () => [...(file?.problems() ?? []), ...set.mistakes()]
  return { ...set, tick: async () => await file?.tick(), problems }
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

/** Descriptions of settings that several plugins share; others have one in their definition. */
const sharedDescriptions: ReadonlyMap<string, string> = new Map([
  ['base_url', 'URL of the site, if it has moved'],
  ['details', 'maximum number of result pages opened per search'],
  ['pages', 'maximum number of result list pages requested per search'],
  ['user_agent', 'value of the User-Agent header'],
])

/** Imports the definitions and documents their settings. @throws Error if a built-in file cannot be imported. */
export async function documentSourceSettings(plugins?: readonly CatalogueEntry[]): Promise<DocumentedSetting[]> {
  return [
    ...(await documentPlugins(plugins)),
    ...(await documentFolder(checksFolder, await sourceNames(checksFolder), 'Checks of links')),
    ...(await documentFolder(listsFolder, familiesWithSettings(), 'Hot lists of single sites')),
  ]
}

async function documentPlugins(plugins = ourPlugins()): Promise<DocumentedSetting[]> {
  const each = plugins.map(async ({ id, member }) => pluginSettings(id, await importPlugin(id, member)))
  return (await Promise.all(each)).flat().map((one) => documentSetting(one, 'Plugins'))
}

async function documentFolder(folder: string, names: readonly string[], group: string): Promise<DocumentedSetting[]> {
  const each = names.map((name) => importSource(folder, name, (_name, exported) => pluginSettings(name, exported)))
  return (await Promise.all(each)).flat().map((one) => documentSetting(one, group))
}

function documentSetting(
  { name, field, description, allowed, example = '…', defaultValue }: PluginSetting,
  group: string,
) {
  const meaning = [description ?? sharedDescriptions.get(field), allowed]
    .filter((part) => part !== undefined)
    .join('; ')
  return { name, group, description: meaning, example, defaultValue }
}
