// What the Internet Archive is asked, and which of its items are handed on.
import { expect, test } from 'vitest'
import { replaying } from '../../../test/kit/fixtures.ts'
import { failureOf, makeAsk, makeKeeping, makeWire } from '../../../test/kit/wire.ts'
import { createIo } from '../../upstream/io.ts'
import { acceptPlugin, type SearchQuery } from '../plugin.ts'
import archive from './internetarchive.ts'

/** Asks once, answered with `body` whatever is asked for. */
function makeArchive(body: string) {
  const sent: URL[] = []
  const agents: (string | undefined)[] = []
  const send: ReturnType<typeof replaying>['transport']['send'] = (attempt) => {
    sent.push(attempt.url)
    agents.push(attempt.headers['user-agent'])
    const { href: url } = attempt.url
    const known = { method: 'GET' as const, url, status: 200, headers: {}, body: Buffer.from(body) }
    return replaying([known]).transport.send(attempt)
  }
  const real = makeWire()
  const wire = { ...real, transport: { ...real.transport, send } }
  const { io } = createIo(makeAsk(), wire, { source: 'plugin:internetarchive', ...makeKeeping(wire) })
  const ask = (query: Partial<SearchQuery> = {}, settings: Readonly<Record<string, string>> = {}) =>
    archive.ask({ kw: 'crane', ext: {}, ...query }, io, archive.settings.parse(settings))
  const asked = () => sent.map((url) => url.searchParams.get('q')?.split(' AND (licenseurl:')[0])
  return { ask, asked, agents, sent }
}

function found(...docs: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify({ response: { numFound: docs.length, start: 0, docs } })
}

test('no word or sign of a keyword acts in the query', async () => {
  const { ask, asked } = makeArchive(found())
  await ask({ kw: 'Spider-Man OR title:(x*) "a' })
  await ask({ kw: '纸鹤', ext: { title_en: ' ' } })
  await ask({ kw: '纸鹤', ext: { title_en: 'Paper' } })
  await ask({ kw: '纸鹤', ext: { title_en: 7 } })
  const both = (word: string) => `(title:(${word}) OR subject:(${word}))`
  expect(asked()).toEqual([
    ['Spider', 'Man', 'or', 'title', 'x', 'a'].map(both).join(' AND '),
    both('纸鹤'),
    both('Paper'),
    both('纸鹤'),
  ])
})

test('a keyword of signs alone is nothing to ask for', async () => {
  const { ask, sent } = makeArchive(found())
  expect(await ask({ kw: '"*?" -' })).toEqual([])
  expect(sent).toEqual([])
})

test('no hits are an answer; a refused query is none, whatever it is written in', async () => {
  expect(await makeArchive(found()).ask()).toEqual([])
  const texts = ['[RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results', '{"error":"bad query"}']
  for (const text of texts) expect(await failureOf(makeArchive(text).ask())).toMatchObject({ kind: 'mismatch' })
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
  const ids = async (settings = {}) => (await makeArchive(found(...items)).ask({}, settings)).map(({ id }) => id)
  expect(await ids()).toEqual(['zero', 'said', 'status', 'films'])
  expect(await ids({ collections: 'nasa-like,other' })).toEqual(['zero', 'said', 'status', 'unsaid'])
})

test('the collections asked for are those that are set, and nothing else can be set there', async () => {
  const { ask, sent } = makeArchive(found())
  await ask({}, { collections: 'one，two' })
  await ask({}, { collections: ',' })
  const [some, none] = sent.map((url) => url.searchParams.get('q') ?? '')
  expect(some).toContain(' OR collection:(one OR two)) AND ')
  expect(none).not.toContain(' collection:')
  expect(() => acceptPlugin('internetarchive', archive, { INTERNETARCHIVE_COLLECTIONS: 'a) OR (b' })).toThrow(
    'INTERNETARCHIVE_COLLECTIONS: must be the identifiers of collections',
  )
})

test('a long description is cut between characters', async () => {
  const description = `${'x'.repeat(1_999)}🕊🕊`
  const [post] = await makeArchive(found({ identifier: 'a', collection: 'nasa', description })).ask()
  expect(post?.text).toBe(`${'x'.repeat(1_999)}…`)
})

test('an item with more subjects than are shown is still found by the others', async () => {
  const subject = Array.from({ length: 60 }, (_, index) => `subject ${index}`)
  const [post] = await makeArchive(found({ identifier: 'a', collection: 'nasa', subject })).ask()
  expect(post?.tags).toHaveLength(40)
  expect(post?.aside).toContain('subject 59')
})

test('the archive is told who asks', async () => {
  const { ask, agents } = makeArchive(found())
  await ask()
  await ask({}, { user_agent: 'Demo (demo@example.org)' })
  expect(agents).toEqual([expect.stringContaining('Trawl'), 'Demo (demo@example.org)'])
})
