// Times of flags, and the items that `trawl hot --history --item` selects, against a client with one list.
import { expect, test } from 'vitest'
import { loadHistory, parseMoment } from './hot.ts'

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  ['2h', now - 7_200_000],
  ['90m', now - 5_400_000],
  ['2026-11-21 08:00', new Date(2026, 10, 21, 8).getTime()],
  ['2026-11-21', new Date(2026, 10, 21).getTime()],
  ['2026-11-21T08:00:30+08:00', Date.UTC(2026, 10, 21, 0, 0, 30)],
])('%s is a time', (text, at) => {
  expect(parseMoment('--at', text, now)).toBe(at)
})

test.each(['2090-01-01', '2026-11-21T12:00:01Z'])('%s is refused, because it is in the future', (text) => {
  expect(() => parseMoment('--at', text, now)).toThrow(`--at must not be in the future; ${text} is`)
})

test.each(['yesterday', '2026-13-01', '2h ago', '', '99999d', '1960-01-01'])('%j is none', (text) => {
  expect(() => parseMoment('--at', text, now)).toThrow('--at must be how long ago (30m, 2h, 3d) or a time like')
})

test.each([
  ['台风', '颱風來襲'],
  ['X-Men: First', 'X-Men.First.Class'],
])('the words %s select the item %s', async (item, title) => {
  const seen = {
    id: '1',
    title,
    url: 'https://a.test/',
    firstSeen: 0,
    lastSeen: 0,
    peak: { rank: 1, at: 0, hot: null },
  }
  const client = {
    history: async (_list: string, { item: id }: { readonly item?: string }) =>
      id === undefined ? { from: 0, to: 0, items: [seen] } : { from: 0, to: 0, item: seen, points: [] },
  }
  const session = { client, terminal: { interrupted: new AbortController().signal } }
  const [list] = await loadHistory([{ id: 'weibo', name: '微博' }], { item, limit: 5 }, session as never)
  expect(list?.items).toMatchObject([{ title }])
})
