// Files of the settings of a server.
import { expect, it } from 'vitest'
import { parseServerFile } from './server-file.ts'

it('an exported file has texts by name', () => {
  const file = { apiVersion: 'v1', timestamp: 1, settings: { CHANNELS: '+one', LISTS: 'a:\n  feed: x\n' } }
  expect(parseServerFile(JSON.stringify(file))).toEqual(file.settings)
})

it.each([
  '',
  'x',
  '[]',
  'null',
  '{"settings":[]}',
  '{"settings":{"CHANNELS":1}}',
  '{"trawl":1,"settings":{"theme":"dark"}}',
])('%s is none', (text) => {
  expect(parseServerFile(text)).toBeUndefined()
})
