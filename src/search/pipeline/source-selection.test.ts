// The sources of a request.
import { expect, it } from 'vitest'
import { searchRequest } from '../../contract/search.ts'
import { createSelector } from './source-selection.ts'

function plugin(name: string) {
  return [name, { id: `plugin:${name}`, home: 'https://a.test/', ask: async () => [] }] as const
}

const select = createSelector({
  channels: ['Listed', 'sleeping', 'off_one', 'banned_one'],
  plugins: new Map([plugin('labi'), plugin('dozing')]),
  isAsleep: (id) => id === 'tg:sleeping' || id === 'plugin:dozing',
  isOn: (id) => id !== 'tg:off_one',
  bans: { isChannelBanned: (name) => name === 'banned_one' },
})

function selected(fields: object) {
  const { sources, warnings, unlistedCount } = select(searchRequest.parse({ kw: '三体', ...fields }))
  return { asked: sources.map(({ id }) => id), warnings, unlistedCount }
}

it.each([
  ['all that are listed, on, awake and not banned where none is named', {}, ['tg:Listed', 'plugin:labi'], 0],
  ['channels only, and not the plugins named', { src: 'tg', plugins: 'labi' }, ['tg:Listed'], 0],
  ['plugins only, and not the channels named', { src: 'plugin', channels: 'Listed' }, ['plugin:labi'], 0],
  [
    'those that are asleep if they are named',
    { channels: 'sleeping', plugins: 'dozing' },
    ['tg:sleeping', 'plugin:dozing'],
    0,
  ],
  [
    'channels that are not listed, and listed ones under their own spelling',
    { src: 'tg', channels: 'LISTED,https://t.me/s/Somebody_Else' },
    ['tg:Listed', 'tg:Somebody_Else'],
    1,
  ],
  [
    'channels with + besides the listed ones, each once',
    { src: 'tg', channels: '+mine,+LISTED' },
    ['tg:Listed', 'tg:mine'],
    1,
  ],
  ['channels with + that are asleep', { src: 'tg', channels: '+sleeping' }, ['tg:Listed', 'tg:sleeping'], 0],
])('a request asks %s', (_what, fields, asked, unlistedCount) => {
  expect(selected(fields)).toEqual({ asked, warnings: [], unlistedCount })
})

const off = 'one of the requested sources is switched off by the administrator for now'
const blocked = 'one of the requested channels is blocked by the operator of this service'
it.each([
  [
    { src: 'plugin', plugins: 'labi,nosuch' },
    { kind: 'unknown_plugin', detail: 'unknown plugin nosuch' },
  ],
  [
    { cloud_types: 'quark,floppy' },
    { kind: 'unknown_cloud_type', detail: expect.stringContaining('cloud type floppy') },
  ],
  [{ channels: 'off_one,Listed' }, { kind: 'source_off', detail: off }],
  [{ channels: 'banned_one,Listed' }, { kind: 'blocked_channel', detail: blocked }],
  [{ channels: '+banned_one' }, { kind: 'blocked_channel', detail: blocked }],
  [{ src: 'plugin', plugins: 'nosuch' }, { kind: 'unknown_plugin' }, { kind: 'no_sources' }],
])('a request with %j is told what it names in vain', (fields, ...warnings) => {
  expect(selected(fields).warnings).toMatchObject(warnings)
})
