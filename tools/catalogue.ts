// Generates the catalogue of plugins that the service loads at start from their definitions.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { pluginEntries } from './plugin-entries.ts'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'src/search/plugins.json'), writePluginCatalogue(await pluginEntries()))
