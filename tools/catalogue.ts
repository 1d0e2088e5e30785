// Generates the catalogue of plugins that the service loads at start.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { pluginEntries } from './plugin-entries.ts'

writeFileSync(join(import.meta.dirname, '../src/search/plugins.json'), writePluginCatalogue(await pluginEntries()))
