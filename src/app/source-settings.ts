// Documentation of the settings of plugins, link checks and hot lists, read from their definitions.
import type { DocumentedSetting } from '../config/schema.ts'
import { listsFolder } from '../hotlist/family-files.ts'
import { type PluginSetting, pluginSettings } from '../parsing/source-settings.ts'
import { checksFolder } from '../search/checks/check.ts'
import { importPlugin, ourPlugins } from '../search/load-plugins.ts'
import type { CatalogueEntry } from '../search/plugin-catalogue.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'
import { familiesWithSettings } from './sources.ts'

/** Descriptions of settings that several plugins share; others have one in their definition. */
const sharedDescriptions: ReadonlyMap<string, string> = new Map([
  ['base_url', 'URL of the site, if it has moved'],
  ['details', 'maximum number of result pages opened per search'],
  ['pages', 'maximum number of result list pages requested per search'],
  ['page_size', 'number of results per page'],
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
