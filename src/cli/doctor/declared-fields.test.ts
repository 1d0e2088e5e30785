// What the keys of a declared list found in a reply, as the doctor and the recorder tell it.
import { expect, it } from 'vitest'
import { makeSite } from '../../../test/kit/site-io.ts'
import { buildLists } from '../../hotlist/build-lists.ts'
import { checkedLists, familyOf } from '../../hotlist/declared/entry.ts'
import { collectFields } from './declared-fields.ts'

/** The lines about a list of these keys, and how its ask ended. */
async function told(keys: Readonly<Record<string, unknown>>, reply: unknown) {
  const [list] = buildLists('l', familyOf(checkedLists('l', { name: 'L', ...keys })))
  if (!list) throw new Error('the keys make no list')
  const { source, lines } = collectFields(list.source)
  const ended = await source.ask({}, makeSite(() => reply).begin().io).then(
    (items) => items.length,
    (error: Error) => error.message,
  )
  return { lines, ended }
}

const json = { json: 'https://l.test/api?key=secret', items: 'rows', url: 'https://l.test/{id}', title: 't' }

it('shows the first three rows of each key, how many rows lack it, and the keys that find nothing', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((t, id) => ({ t, id: id + 1, ...(id === 1 ? {} : { n: 7 }) }))
  expect(await told({ ...json, hot: 'n', info: 'nothing.here' }, { rows })).toEqual({
    ended: 4,
    lines: [
      'l.test: 4 rows',
      '  title: t finds “a” · “b” · “c”',
      '  url: https://l.test/{id} finds “https://l.test/1” · “https://l.test/2” · “https://l.test/3”',
      '  hot: n finds “7” · – · “7”; nothing in 1 of 4 rows',
      '  info: nothing.here finds nothing in any of 4 rows',
    ],
  })
})

it('shows them also when the list fails because of one', async () => {
  const { lines, ended } = await told({ ...json, title: 'name' }, { rows: [{ t: 'a', id: 1 }] })
  expect(ended).toContain('title: name finds nothing in any of 1 rows')
  expect(lines).toContain('  title: name finds nothing in any of 1 rows')
})

it('shows each way that was asked', async () => {
  const keys = { page: 'https://l.test/', items: 'li', title: 'b', or: [{ page: 'https://other.test/', title: 'a' }] }
  const { lines } = await told(keys, '<ul><li><a href="/1">x</a></li></ul>')
  expect(lines.filter((line) => !line.includes('url'))).toEqual([
    'l.test: 1 rows',
    '  title: b finds nothing in any of 1 rows',
    'other.test: 1 rows',
    '  title: a finds “x”',
  ])
})

it('shows what a feed gives without keys', async () => {
  const feed = '<rss version="2.0"><channel><item><title>x</title><link>https://l.test/1</link></item></channel></rss>'
  const { lines } = await told({ feed: 'https://l.test/rss', hover: 'description' }, feed)
  expect(lines).toEqual([
    'l.test: 1 rows',
    '  title (of the feed) finds “x”',
    '  url (of the feed) finds “https://l.test/1”',
    '  hover: description finds nothing in any of 1 rows',
  ])
})
