// The sources of a request.
import { expect, it } from 'vitest'
import { searchRequest } from '../../contract/search.ts'
import { createSelector } from './source-selection.ts'

const select = createSelector({
  channels: ['Listed', 'sleeping', 'banned_one'],
  plugins: new Map(),
  isAsleep: (id) => id === 'tg:sleeping',
  bans: { isChannelBanned: (name) => name === 'banned_one' },
})

function selected(channels: string) {
  const { sources, warnings, unlistedCount } = select(searchRequest.parse({ kw: '三体', channels }))
  return { asked: sources.map(({ id }) => id), warnings, unlistedCount }
}

it('channels with + are asked besides the listed ones, each once, and nobody learns of banned ones by them', () => {
  expect(selected('+mine,+LISTED')).toEqual({ asked: ['tg:Listed', 'tg:mine'], warnings: [], unlistedCount: 1 })
  expect(selected('+sleeping').asked).toEqual(['tg:Listed', 'tg:sleeping'])
  expect(selected('+banned_one').warnings).toMatchObject([{ kind: 'blocked_channel' }])
})

it('channels without it are asked alone', () => {
  expect(selected('mine')).toEqual({ asked: ['tg:mine'], warnings: [], unlistedCount: 1 })
})
