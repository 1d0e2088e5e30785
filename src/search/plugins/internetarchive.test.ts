// Queries to the Internet Archive, and which of its items are returned.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import { parsePlugin, type SearchQuery } from '../plugin.ts'
import archive from './internetarchive.ts'

/** The archive, answering with `docs` whatever is asked for, or with `text`. */
function makeArchive({ docs = [], text }: { docs?: readonly Readonly<Record<string, unknown>>[]; text?: string } = {}) {
  const { ask, asked } = makeAsking(archive, () => text ?? { response: { numFound: docs.length, start: 0, docs } })
  const queries = () => asked.map(({ url }) => url.searchParams.get('q') ?? '')
  return {
    ask: async (query: Partial<SearchQuery> = {}, settings = {}) =>
      (await ask(settings, { kw: 'crane', ...query })).posts,
    asked,
    queries,
  }
}

test('no word or sign of a keyword acts in the query', async () => {
  const { ask, queries } = makeArchive()
  await ask({ kw: 'Spider-Man OR title:(x*) "a' })
  await ask({ kw: '纸鹤', ext: { title_en: ' ' } })
  await ask({ kw: '纸鹤', ext: { title_en: 'Paper' } })
  await ask({ kw: '纸鹤', ext: { title_en: 7 } })
  const both = (word: string) => `(title:(${word}) OR subject:(${word}))`
  expect(queries().map((query) => query.split(' AND (licenseurl:')[0])).toEqual([
    ['Spider', 'Man', 'or', 'title', 'x', 'a'].map(both).join(' AND '),
    both('纸鹤'),
    both('Paper'),
    both('纸鹤'),
  ])
})

test('a keyword of signs alone is nothing to ask for', async () => {
  const { ask, asked } = makeArchive()
  expect(await ask({ kw: '"*?" -' })).toEqual([])
  expect(asked).toEqual([])
})

test('only items that say they are free, or stand in a public collection, are handed on', async () => {
  const items = [
    { identifier: 'zero', licenseurl: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    { identifier: 'elsewhere', licenseurl: 'https://example.org/?creativecommons.org/licenses/by/4.0/' },
    { identifier: 'said', rights: ['', 'Public domain in the USA.'] },
    { identifier: 'denied', rights: 'It is no longer in the public domain.' },
    { identifier: 'status', 'possible-copyright-status': 'NOT_IN_COPYRIGHT' },
    { identifier: 'unsaid', collection: ['opensource', 'nasa-like'] },
    { identifier: 'films', collection: ['prelinger'] },
  ]
  const ids = async (settings = {}) => (await makeArchive({ docs: items }).ask({}, settings)).map(({ id }) => id)
  expect(await ids()).toEqual(['zero', 'said', 'status', 'films'])
  expect(await ids({ collections: 'nasa-like,other' })).toEqual(['zero', 'said', 'status', 'unsaid'])
})

test('the collections asked for are those that are set, and nothing else can be set there', async () => {
  const { ask, queries } = makeArchive()
  await ask({}, { collections: 'one，two' })
  await ask({}, { collections: ',' })
  const [some, none] = queries()
  expect(some).toContain(' OR collection:(one OR two)) AND ')
  expect(none).not.toContain(' collection:')
  expect(() => parsePlugin('internetarchive', archive, { INTERNETARCHIVE_COLLECTIONS: 'a) OR (b' })).toThrow(
    'INTERNETARCHIVE_COLLECTIONS: must be the identifiers of collections',
  )
})

test('an item with more subjects than are shown is still found by the others', async () => {
  const subject = Array.from({ length: 60 }, (_, index) => `subject ${index}`)
  const [post] = await makeArchive({ docs: [{ identifier: 'a', collection: 'nasa', subject }] }).ask()
  expect(post?.tags).toHaveLength(40)
  expect(post?.aside).toContain('subject 59')
})

test('the archive is told who asks', async () => {
  const { ask, asked } = makeArchive()
  await ask()
  await ask({}, { user_agent: 'Demo (demo@example.org)' })
  expect(asked.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringContaining('Trawl'),
    'Demo (demo@example.org)',
  ])
})

test('of many words of one kind the first are read, and of the items no more than asked for', async () => {
  const description = Array.from({ length: 4_000 }, (_, index) => `<p>word ${index}</p>`)
  const one = { collection: ['prelinger', ...Array(4_000).fill('fav-demo')], description, rights: 'Public domain' }
  const docs = Array.from({ length: 3 }, (_, index) => ({ identifier: `a${index}`, ...(index === 0 ? one : {}) }))
  const [post, ...others] = await makeArchive({ docs: [docs[0] ?? {}] }).ask()
  expect(others).toEqual([])
  expect(post?.text.split('\n')).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `word ${index}`),
    'Licence: Public domain',
  ])
  const free = docs.map(({ identifier }) => ({ identifier, rights: 'Public domain' }))
  expect(await makeArchive({ docs: free }).ask({}, { rows: '2' })).toHaveLength(2)
})
