// The entries of the catalogue of plugins, from their files and from members.yaml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEngines, pluginsFolder } from '../src/search/load-plugins.ts'
import { asPlugin } from '../src/search/plugin.ts'
import { type CatalogueEntry, catalogueEntry } from '../src/search/plugin-catalogue.ts'
import { readMembers } from '../src/search/read-members.ts'
import { discover } from '../src/upstream/discover.ts'

const membersFile = 'src/search/members.yaml'

/** By name. @throws Error naming the file, line and key of each mistake in members.yaml, or the plugin file that is none. */
export async function pluginEntries(): Promise<CatalogueEntry[]> {
  const text = readFileSync(join(import.meta.dirname, '..', membersFile), 'utf8')
  const members = readMembers(text, membersFile, await loadEngines())
  const files = await discover(pluginsFolder, (name, exported) => catalogueEntry(name, asPlugin(exported)))
  const entries = [...members].map(([id, { plugin, written }]) => catalogueEntry(id, plugin, written))
  return [...files.values(), ...entries].sort((one, other) => (one.id < other.id ? -1 : 1))
}
