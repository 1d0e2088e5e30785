// Channels that the user added in this browser.
import { expect, it } from 'vitest'
import { withOwnChannels } from './own-channels.ts'
import { emptySearch } from './search-state.ts'
import { parseSearchUrl, searchUrl, streamPath } from './search-url.ts'

const ask = { ...emptySearch, kw: '三体' }

it('every search of all channels asks them besides, also after another was added', () => {
  expect(withOwnChannels(ask, ['mine']).channels).toEqual(['+mine'])
  expect(withOwnChannels({ ...ask, channels: ['+mine'] }, ['mine', 'other']).channels).toEqual(['+mine', '+other'])
  expect(withOwnChannels({ ...ask, channels: ['+mine'] }, []).channels).toEqual([])
})

it('a search of chosen channels, or of plugins only, stays as it is', () => {
  for (const part of [{ channels: ['chosen'] }, { src: 'plugin' } as const])
    expect(withOwnChannels({ ...ask, ...part }, ['mine'])).toEqual({ ...ask, ...part })
})

it('they stand in the address with a +, and nobody else does', () => {
  const own = { ...ask, kw: 'a+b', channels: ['+mine', '+other'] }
  expect(searchUrl(own)).toBe('/?kw=a%2Bb&channels=+mine,+other')
  expect(parseSearchUrl('kw=a%2Bb&channels=+mine,+other')).toEqual(own)
  expect(parseSearchUrl('kw=a%2Bb&channels=%2Bmine')).toEqual({ ...own, channels: ['+mine'] })
  expect(parseSearchUrl('kw=x&channels=mine, other').channels).toEqual(['mine', 'other'])
  expect(streamPath(own, { isRefresh: false })).toContain('&channels=%2Bmine,%2Bother&')
})
