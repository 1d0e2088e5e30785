// Generates files from definitions: the catalogue of plugins that the service loads at start, docs/sources.md, and the settings in docs/operations.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentSourceSettings } from '../src/app/source-settings.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { discoverFamilies, listsFolder } from '../src/hotlist/family-files.ts'
import { writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { pluginEntries } from './plugin-entries.ts'
import { operationsPage } from './settings-table.ts'
import { sourcesPage } from './sources-page.ts'

const root = join(import.meta.dirname, '..')
const families = await discoverFamilies(listsFolder)
const plugins = await pluginEntries()
writeFileSync(join(root, 'src/search/plugins.json'), writePluginCatalogue(plugins))
writeFileSync(join(root, 'docs/sources.md'), sourcesPage(families, plugins))
const operations = join(root, 'docs/operations.md')
const settings = [...documentedSettings(), ...(await documentSourceSettings(plugins))]
writeFileSync(operations, operationsPage(readFileSync(operations, 'utf8'), settings))
