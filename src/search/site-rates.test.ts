// How often sites are asked that say so (upstreams/search/plugins-2026-11).
import { expect, it } from 'vitest'
import { makeAsking, pluginOf } from '../../test/kit/site-io.ts'
import { importPlugin, ourPlugins } from './load-plugins.ts'

it.each([
  ['duoduo', { perMs: 3_000 }],
  ['wanou', { perMs: 3_000 }],
  ['qupanshe', { perMs: 15_000 }],
  ['leso', { perMs: 15_000 }],
  ['lzpanx', { perMs: 20_000 }],
  ['quarksoo', { perMs: 500 }],
])('%s is asked with the rate of its sheet', async (name, rate) => {
  const { ask, rates } = makeAsking(await pluginOf(name), () => undefined)
  await expect(ask()).rejects.toMatchObject({ kind: 'mismatch' })
  expect(rates[0]).toEqual(rate)
})

it('ting77 gives out eight tokens in 65 seconds; its lists are not counted', async () => {
  const list =
    '<a class="resource-row" href="/resource/1"><b class="row-title">纸鹤</b><i class="cloud-badge quark"></i></a>'
  const { ask, asked, rates } = makeAsking(await pluginOf('ting77'), ({ pathname }) =>
    pathname === '/search' ? list : undefined,
  )
  await expect(ask()).rejects.toMatchObject({ kind: 'mismatch' })
  expect(asked).toHaveLength(2)
  expect(rates).toEqual([{ requests: 8, perMs: 65_000 }])
})

it('members rest half an hour after a refusal that names no time, haisou ten minutes', async () => {
  const members = ourPlugins().filter(({ member }) => member)
  expect(new Set(members.map(({ limits }) => limits?.blockedMs))).toEqual(new Set([30 * 60_000]))
  expect((await importPlugin('haisou')).limits?.blockedMs).toBe(10 * 60_000)
})

it('each site that is on says how many links a search brings', () => {
  const silent = ourPlugins().filter(({ state = 'on', value }) => state === 'on' && !value)
  expect(silent.map(({ id }) => id)).toEqual(['academictorrents'])
})
