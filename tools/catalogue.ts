// Generates the catalogues that the service loads at start from the definitions of hot lists and plugins.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyRecord, writeCatalogue } from '../src/hotlist/catalogue.ts'
import { discoverFamilies } from '../src/hotlist/family-files.ts'
import { listsFolder } from '../src/hotlist/load-lists.ts'
import { pinyinOf } from '../src/parsing/pinyin.ts'
import { writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { pluginEntries } from './plugin-entries.ts'

const root = join(import.meta.dirname, '..')
const families = await discoverFamilies(listsFolder)
const records = [...families].map(([name, exported]) => familyRecord(name, exported, pinyinOf))
writeFileSync(join(root, 'src/hotlist/catalogue.json'), writeCatalogue(records))
writeFileSync(join(root, 'src/search/plugins.json'), writePluginCatalogue(await pluginEntries()))
