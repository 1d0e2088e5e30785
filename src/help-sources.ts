// The settings of our plugins, checks of links and hot lists as people are told of them, found in their definitions.
import { join } from 'node:path'
import type { ToldSetting } from './config-fields.ts'
import { checksFolder } from './load-checks.ts'
import { familiesWithSettings } from './load-sources.ts'
import { type PluginSetting, pluginSettings } from './reading/settings.ts'
import { importSource, sourceNames } from './upstream/discover.ts'

/** What fields mean that several plugins have; others say it in their definition. */
const fields: ReadonlyMap<string, string> = new Map([
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
  return { name, group, meaning, example, ...(otherwise === undefined ? {} : { otherwise }) }
}
