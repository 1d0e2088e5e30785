// Tests of settings as a file and in an address.
import { expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../test/kit/page-data.ts'
import { formatSettings, parseSettings, readSettings, writeSettings } from './settings-file.ts'
import { fragmentStart, parseFragment, toSettingsLink } from './settings-link.ts'

const settings = { theme: 'dark', clouds: ['quark'], history: [{ kw: '纸鹤' }] }

it('come back from a file as they were, without keys', () => {
  const storage = memoryStorage({ 'trawl.pass': '"secret"' })
  writeSettings(storage, settings)
  const text = formatSettings(readSettings(storage))
  expect(text).not.toContain('secret')
  expect(parseSettings(text)).toEqual({ settings })
})

it.each([
  ['no JSON', 'x', 'unknown'],
  ['another file', '{"settings":{}}', 'unknown'],
  ['another version', '{"trawl":2,"settings":{}}', 'unknown'],
  ['no settings', '{"trawl":1,"settings":7}', 'unknown'],
  ['a theme that there is not', '{"trawl":1,"settings":{"theme":"pink"}}', { name: 'theme' }],
  ['a history that is no list', '{"trawl":1,"settings":{"history":{}}}', { name: 'history' }],
])('are refused with the reason: %s', (_what, text, problem) => {
  expect(parseSettings(text)).toEqual({ problem })
})

it('that are not known are left out', () => {
  expect(parseSettings('{"trawl":1,"settings":{"theme":"dark","pass":"x","other":1}}')).toEqual({
    settings: { theme: 'dark' },
  })
})

it('come back from the fragment of an address', async () => {
  const { url, left } = await toSettingsLink('http://nas:8888', settings)
  expect([new URL(url).pathname, left]).toEqual(['/settings', []])
  expect(await parseFragment(new URL(url).hash)).toEqual({ settings })
  expect(await parseFragment(`${fragmentStart}!`)).toEqual({ problem: 'unknown' })
})

it('that do not fit into a code are left out and named', async () => {
  const history = Array.from({ length: 30 }, (_, at) => ({
    kw: `${Math.sin(at + 1)}${Math.cos(at + 1)}${Math.tan(at + 1)}`,
  }))
  const { url, left } = await toSettingsLink('http://nas:8888', { ...settings, history })
  expect(left).toEqual(['history'])
  expect(await parseFragment(new URL(url).hash)).toEqual({ settings: { theme: 'dark', clouds: ['quark'] } })
})

it('an address whose settings become very large is read no further than 1 MB', async () => {
  const stream = new Blob(['x'.repeat(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url')
  const response = vi.spyOn(Response.prototype, 'text')
  const cancelled = vi.spyOn(ReadableStreamDefaultReader.prototype, 'cancel')
  expect(await parseFragment(fragmentStart + packed)).toEqual({ problem: 'unknown' })
  expect(cancelled).toHaveBeenCalled()
  expect(response).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
