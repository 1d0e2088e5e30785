// Tests that the files generated from the hot lists' definitions are current.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentSourceSettings } from '../src/app/sources.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { familyRecord, readCatalogue } from '../src/hotlist/build-lists.ts'
import { discoverFamilies, listsFolder } from '../src/hotlist/family-files.ts'
import { pinyinOf } from '../src/parsing/pinyin.ts'
import channels from '../src/search/channels.json' with { type: 'json' }
import { readPluginCatalogue, writePluginCatalogue } from '../src/search/plugin-catalogue.ts'
import { settingsMarkdown, sourcesMarkdown } from '../tools/docs-pages.ts'
import { pluginEntries } from '../tools/plugin-entries.ts'

const root = join(import.meta.dirname, '..')
const families = await discoverFamilies(listsFolder)
const records = [...families].map(([name, exported]) => familyRecord(name, exported, pinyinOf))

function written(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

test('the catalogue is that of the definitions; `npm run catalogue` makes it so', () => {
  expect(written('src/hotlist/catalogue.json')).toBe(JSON.stringify(records))
  expect(readCatalogue(JSON.parse(JSON.stringify(records)))).toEqual(records)
})

test('the catalogue of plugins is that of their files and of members.yaml; `npm run catalogue` makes it so', async () => {
  const entries = await pluginEntries()
  expect(written('src/search/plugins.json')).toBe(writePluginCatalogue(entries))
  expect(readPluginCatalogue(JSON.parse(writePluginCatalogue(entries)))).toEqual(entries)
})

test('the page of settings has every setting of the schema and of the definitions', async () => {
  const settings = [...documentedSettings(), ...(await documentSourceSettings())]
  const page = await settingsMarkdown()
  expect(page.match(/^\| `[A-Z_0-9]+` \|(?: [^|]+ \|){3}$/gm)?.length).toBe(settings.length)
  expect(settings.length).toBeGreaterThan(60)
  expect(settings.filter(({ description }) => description === '')).toEqual([])
})

test('the figures of the documents are those of the lists, channels and plugins', async () => {
  const lists = records.flatMap((record) => record.lists)
  const off = lists.filter(({ isEnabled }) => !isEnabled).length
  const sites = new Set(lists.map(({ name }) => name)).size
  const plugins = await pluginEntries()
  const on = plugins.filter(({ state = 'on' }) => state === 'on').length
  const said: Record<string, readonly string[]> = {
    'README.md': [
      `${channels.length} Telegram channels and ${on} sites`,
      `shows ${lists.length} hot lists`,
      `of ${sites} sites`,
      `${on} of the ${plugins.length};`,
      `${off} of the ${lists.length} are off`,
    ],
    'README.zh-CN.md': [
      `${channels.length} 个 Telegram 频道和 ${on} 个站点`,
      `${lists.length} 个热榜`,
      `等 ${sites} 个站点`,
      `${plugins.length} 个中的 ${on} 个`,
      `${lists.length} 个中有 ${off} 个默认关闭`,
    ],
    'docs/operations.md': [`${on} of the ${plugins.length} plugins`],
    'docs/api.md': [`${off} are off by default`],
    'docs/coming-from.md': [`[${plugins.length}](`, `, ${on} of them on`],
    'docs/proof.md': [`${channels.length} channels, ${on} sites, ${lists.length} hot lists, ${off} of them off`],
  }
  const missing = Object.entries(said).flatMap(([file, phrases]) =>
    phrases.filter((phrase) => !written(file).includes(phrase)).map((phrase) => `${file}: ${phrase}`),
  )
  expect(missing).toEqual([])
})

test('the page of sources has every list once, with its interval', async () => {
  const page = await sourcesMarkdown()
  const rows = page.matchAll(/^\| `([^`]+)` \| .+ \| (\d+) (h|min|s) \| .*\|$/gm)
  const seconds = { h: 3600, min: 60, s: 1 }
  const reported = [...rows].map(([, id, count, unit]) => [
    id,
    Number(count) * (seconds[unit === 'h' || unit === 'min' ? unit : 's'] ?? 1),
  ])
  const lists = records.flatMap((record) => record.lists)
  expect(reported.toSorted()).toEqual(lists.map(({ id, interval }) => [id, interval]).toSorted())
  expect(lists.length).toBeGreaterThanOrEqual(203)
})
