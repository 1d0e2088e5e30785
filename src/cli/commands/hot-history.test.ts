// The items that `trawl hot --history --item` selects, against a client with one list.
import { expect, it } from 'vitest'
import { loadHistory } from './hot.ts'

it.each([
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
