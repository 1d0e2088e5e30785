// The settings of our plugins, checks of links and hot lists as people are told of them, found in their definitions.
import type { ToldSetting } from '../config-fields.ts'
import { listsFolder } from '../hotlist/load-lists.ts'
import { type PluginSetting, pluginSettings } from '../reading/settings.ts'
import { checksFolder } from '../search/checks/load-checks.ts'
import { pluginsFolder } from '../search/load-plugins.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'
import { familiesWithSettings } from './sources.ts'

/** What fields mean that several plugins have; others say it in their definition. */
const commonFields: ReadonlyMap<string, string> = new Map([
  ['base_url', 'where the site is, if it has moved'],
  ['details', 'pages behind its hits that one search looks at'],
  ['pages', 'pages of hits that one search asks for'],
  ['page_size', 'hits that one page has'],
  ['user_agent', 'who we say we are'],
])

/**
 * Reads the definitions and tells of their settings.
 * @throws Error when a file of ours cannot be imported.
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
  const meaning = [description ?? commonFields.get(field), allowed].filter((part) => part !== undefined).join('; ')
  return { name, group, meaning, example, ...(otherwise === undefined ? {} : { otherwise }) }
}
