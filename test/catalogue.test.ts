// Tests that the files generated from the hot lists' definitions are current.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentSourceSettings } from '../src/app/source-settings.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { familyRecord, readCatalogue, writeCatalogue } from '../src/hotlist/catalogue.ts'
import { discoverFamilies, listsFolder } from '../src/hotlist/family-files.ts'
import { pinyinOf } from '../src/parsing/pinyin.ts'
import { readPluginCatalogue, writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { pluginEntries } from '../tools/plugin-entries.ts'
import { operationsPage } from '../tools/settings-table.ts'
import { sourcesPage } from '../tools/sources-page.ts'

const root = join(import.meta.dirname, '..')
const families = await discoverFamilies(listsFolder)
const records = [...families].map(([name, exported]) => familyRecord(name, exported, pinyinOf))

function written(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

test('the catalogue is that of the definitions; `npm run catalogue` makes it so', () => {
  expect(written('src/hotlist/catalogue.json')).toBe(writeCatalogue(records))
  expect(readCatalogue(JSON.parse(writeCatalogue(records)))).toEqual(records)
})

test('the catalogue of plugins is that of their files and of members.yaml; `npm run catalogue` makes it so', async () => {
  const entries = await pluginEntries()
  expect(written('src/search/plugins.json')).toBe(writePluginCatalogue(entries))
  expect(readPluginCatalogue(JSON.parse(writePluginCatalogue(entries)))).toEqual(entries)
})

test('docs/sources.md is that of the definitions; `npm run catalogue` makes it so', async () => {
  expect(written('docs/sources.md')).toBe(sourcesPage(families, await pluginEntries()))
})

test('docs/operations.md has the settings of the schema and of the definitions; `npm run catalogue` makes it so', async () => {
  const settings = [...documentedSettings(), ...(await documentSourceSettings())]
  const page = written('docs/operations.md')
  expect(page).toBe(operationsPage(page, settings))
  expect(page.match(/^\| `[A-Z_0-9]+` \|(?: [^|]+ \|){3}$/gm)?.length).toBe(settings.length)
  expect(settings.length).toBeGreaterThan(60)
  expect(settings.filter(({ description }) => description === '')).toEqual([])
})

test('docs/sources.md has every list once, with its interval', () => {
  const rows = written('docs/sources.md').matchAll(/^\| `([^`]+)` \| .+ \| (\d+) (h|min|s) \| .*\|$/gm)
  const seconds = { h: 3600, min: 60, s: 1 }
  const told = [...rows].map(([, id, count, unit]) => [
    id,
    Number(count) * (seconds[unit === 'h' || unit === 'min' ? unit : 's'] ?? 1),
  ])
  const lists = records.flatMap((record) => record.lists)
  expect(told.toSorted()).toEqual(lists.map(({ id, interval }) => [id, interval]).toSorted())
  expect(lists.length).toBeGreaterThanOrEqual(203)
})
