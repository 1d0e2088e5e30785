// Documents the settings of plugins, link checks and hot lists, as found in their definitions.
import type { ToldSetting } from '../config-fields.ts'
import { listsFolder } from '../hotlist/load-lists.ts'
import { type PluginSetting, pluginSettings } from '../reading/settings.ts'
import { checksFolder } from '../search/checks/load-checks.ts'
import { pluginsFolder } from '../search/load-plugins.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'
import { familiesWithSettings } from './sources.ts'

/** Descriptions of fields that several plugins have; other fields have theirs in the definition. */
const fieldDescriptions: ReadonlyMap<string, string> = new Map([
  ['base_url', 'URL of the site, if it has moved'],
  ['details', 'detail pages that one search opens'],
  ['pages', 'result pages that one search requests'],
  ['page_size', 'results per page'],
  ['user_agent', 'the User-Agent that we send'],
])

/**
 * Reads the definitions and lists their settings.
 * @throws Error when one of our files cannot be imported.
 */
export async function documentSourceSettings(): Promise<ToldSetting[]> {
  return [
    ...(await documentFolder(pluginsFolder, await sourceNames(pluginsFolder), 'Plugins')),
    ...(await documentFolder(checksFolder, await sourceNames(checksFolder), 'Checks of links')),
    ...(await documentFolder(listsFolder, familiesWithSettings(), 'Hot lists of single sites')),
  ]
}

async function documentFolder(folder: string, names: readonly string[], group: string): Promise<ToldSetting[]> {
  const each = names.map((name) => importSource(folder, name, (_name, exported) => pluginSettings(name, exported)))
  return (await Promise.all(each)).flat().map((one) => documentSetting(one, group))
}

function documentSetting(
  { name, field, description, allowed, example = '…', otherwise }: PluginSetting,
  group: string,
) {
  const meaning = [description ?? fieldDescriptions.get(field), allowed].filter((part) => part !== undefined).join('; ')
  return { name, group, meaning, example, otherwise }
}
