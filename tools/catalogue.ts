// Writes what is made from the hot lists' definitions: the catalogue that the service starts with, and docs/sources.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyRecord, writeCatalogue } from '../src/hotlist/catalogue.ts'
import { discover } from '../src/upstream/discover.ts'
import { sourcesPage } from './sources-page.ts'

const root = join(import.meta.dirname, '..')
const families = await discover(join(root, 'src/hotlist/sources'), (_name, exported) => exported)
const records = [...families].map(([name, exported]) => familyRecord(name, exported))
writeFileSync(join(root, 'src/hotlist/catalogue.json'), writeCatalogue(records))
writeFileSync(join(root, 'docs/sources.md'), sourcesPage(families))
