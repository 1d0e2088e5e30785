// Tests that settings of the environment may name a hot list that an administrator stored.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeSharedRecords } from '../../test/kit/disk.ts'
import { openLiveSettings } from './live-settings.ts'
import { readSettings } from './settings.ts'
import { loadSources } from './sources.ts'

const names = { ENABLED_SOURCES: 'default,my-blog', DISABLED_SOURCES: 'my-other', HISTORY_SOURCES: 'my-blog' }

test('a list of LISTS can be named in ENABLED_SOURCES, DISABLED_SOURCES and HISTORY_SOURCES', async () => {
  const settings = await readSettings(names, () => {
    throw Object.assign(new Error('no file'), { code: 'ENOENT' })
  })
  const log = pino({ level: 'silent' })
  const sources = await loadSources(settings, log)
  expect(sources.unknownLists()).toHaveLength(3)
  const { records, stored } = makeSharedRecords()
  const feed = 'https://blog.example.org/rss.xml'
  const LISTS = JSON.stringify({ 'my-blog': { name: '某博客', feed }, 'my-other': { name: '别的', feed } })
  stored.set('settings.json', Buffer.from(JSON.stringify({ LISTS })))
  await openLiveSettings({ settings, sources, further: [], records, log })
  expect(sources.unknownLists()).toEqual([])
  expect(['my-blog', 'my-other'].map((id) => sources.lists.get(id)?.isEnabled)).toEqual([true, false])
  expect(sources.alwaysFresh().map(({ id }) => id)).toEqual(['my-blog'])
})
