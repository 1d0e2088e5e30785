// Earthquakes: how strong they were, and a week of none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import earthquake from './earthquake.ts'

const quake = { id: 2, oriTime: '2026-01-05 10:45:30', locName: '某县', epiLat: null, epiLon: null, focDepth: null }

test.each([
  [4, '某县发生4.0级地震'],
  ['4.0', '某县发生4.0级地震'],
  ['', undefined],
  ['-', undefined],
  [null, undefined],
])('a magnitude of %o makes the title %s', async (magnitude, title) => {
  const data = [
    { ...quake, magnitude },
    { ...quake, id: 1, magnitude: 3.1 },
  ]
  const { ask } = makeAskingList(earthquake, 'earthquake', () => ({ code: 0, data }))
  const { items } = await ask()
  expect(items.find(({ id }) => id === '2')?.title).toBe(title)
  expect(items.at(-1)?.hover).toBe('发震时刻(UTC+8)：2026-01-05 10:45:30\n参考位置：某县\n震级(M)：3.1')
})

test('a catalogue without any earthquake is not accepted: the older page serves, and the failure is reported', async () => {
  const row = { NEW_DID: 'CC1', O_TIME: quake.oriTime, LOCATION_C: '某县', M: '3.8', EPI_DEPTH: 5 }
  const page = `<script>const newdata=${JSON.stringify([row])};</script>`
  const { ask } = makeAskingList(earthquake, 'earthquake', ({ url }) =>
    url.host === 'www.cenc.ac.cn' ? { code: 0, message: '', data: [] } : page,
  )
  expect(await ask()).toMatchObject({ ids: ['CC1'], bypassed: { kind: 'mismatch', message: 'the list is empty' } })
})
