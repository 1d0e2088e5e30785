// Documentation of the settings of plugins, link checks and hot lists, read from their definitions.
import { join } from 'node:path'
import type { ToldSetting } from './config-fields.ts'
import { checksFolder } from './load-checks.ts'
import { familiesWithSettings } from './load-sources.ts'
import { type PluginSetting, pluginSettings } from './reading/settings.ts'
import { importSource, sourceNames } from './upstream/discover.ts'

/** Descriptions of settings that several plugins share; others have one in their definition. */
const fields: ReadonlyMap<string, string> = new Map([
  ['base_url', 'URL of the site, if it has moved'],
  ['details', 'maximum number of result pages opened per search'],
  ['pages', 'maximum number of result list pages requested per search'],
  ['page_size', 'number of results per page'],
  ['user_agent', 'value of the User-Agent header'],
])

/**
 * Imports the definitions and documents their settings.
 * @throws Error if a built-in file cannot be imported.
 */
export async function toldOfSources(): Promise<ToldSetting[]> {
  const plugins = join(import.meta.dirname, 'search/plugins')
  const lists = join(import.meta.dirname, 'hotlist/sources')
  return [
    ...(await toldOf(plugins, await sourceNames(plugins), 'Plugins')),
    ...(await toldOf(checksFolder, await sourceNames(checksFolder), 'Checks of links')),
    ...(await toldOf(lists, familiesWithSettings(), 'Hot lists of single sites')),
  ]
}

async function toldOf(folder: string, names: readonly string[], group: string): Promise<ToldSetting[]> {
  const each = names.map((name) => importSource(folder, name, (_name, exported) => pluginSettings(name, exported)))
  return (await Promise.all(each)).flat().map((one) => toldSetting(one, group))
}

function toldSetting({ name, field, description, allowed, example = '…', otherwise }: PluginSetting, group: string) {
  const meaning = [description ?? fields.get(field), allowed].filter((part) => part !== undefined).join('; ')
  return { name, group, meaning, example, otherwise }
}
