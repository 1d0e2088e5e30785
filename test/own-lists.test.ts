// Tests docs/own-lists.md: its examples read their fixtures, and its keys and messages are the real ones.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { buildLists } from '../src/hotlist/build-lists.ts'
import { listKeys, wayKeys } from '../src/hotlist/declared/keys.ts'
import { parseDeclaredLists } from '../src/hotlist/declared/load-file.ts'
import { type Fixture, readFixtures } from './kit/fixtures.ts'
import { challenge, replay, withBodies } from './kit/replay.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/own-lists.md'), 'utf8')

/** The code blocks of a language. */
function blocksOf(language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, is, text = '']) => (is === language ? [text] : []))
}

const taken = 'is a family of ours already, and no list; another id is needed'

function read(text: string) {
  return parseDeclaredLists(text, 'sources.yaml', (id) => (id === 'linuxdo' ? taken : undefined))
}

const examples = blocksOf('yaml')
const declared = read(examples.join('\n'))
const fixtures = readFixtures('own-lists')

function asked(fixture: Fixture, exchanges: Fixture['exchanges']) {
  const list = buildLists(fixture.source, declared.get(fixture.source)).find(({ id }) => id === fixture.source)
  if (!list) throw new Error(`no example is called ${fixture.source}`)
  return replay(list.source, {}, fixture, exchanges)
}

test('the examples are a feed, JSON and a page, each with a fixture, and one of three lines', () => {
  expect(examples.map((text) => /^ {2}(feed|json|page):/m.exec(text)?.[1])).toEqual(['feed', 'json', 'page'])
  expect(fixtures.map(({ source }) => source).sort()).toEqual([...declared.keys()].sort())
  const [first = ''] = blocksOf('').filter((text) => /^[a-z-]+:\n/.test(text))
  expect(read(first).size).toBe(1)
  expect(first.trim().split('\n').length).toBe(3)
})

describe.each(fixtures.map((fixture) => [fixture.folder, fixture] as const))('the example %s', (_folder, fixture) => {
  it('reads the expected items from its exchanges, and asks for nothing else', async () => {
    const { outcome, strays, surprises } = await asked(fixture, fixture.exchanges)
    expect({ strays, surprises }).toEqual({ strays: [], surprises: [] })
    expect(outcome.state).toBe('fresh')
    expect('items' in outcome && outcome.items).toEqual(fixture.expected)
  })

  it('ends as a failure on an empty body and on a challenge page', async () => {
    const { outcome } = await asked(
      fixture,
      withBodies(fixture, () => new Uint8Array()),
    )
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'mismatch' } })
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const pages = withBodies(fixture, () => challenge).map((one) => ({ ...one, status: 403, headers: html }))
    expect((await asked(fixture, pages)).outcome).toMatchObject({ state: 'failed', failure: { kind: 'blocked' } })
  })

  it('ends as a failure or as a list on half an answer, wherever it is cut', async () => {
    let tried = 0
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const cut = (body: Uint8Array) => body.subarray(0, Math.floor(body.length * share))
      const { outcome, surprises } = await asked(fixture, withBodies(fixture, cut))
      if (outcome.state === 'failed') expect(outcome.failure.kind).toBe('mismatch')
      else expect(outcome.items.length).toBeGreaterThan(0)
      expect(surprises).toEqual([])
      tried += 1
    }
    expect(tried).toBe(5)
  })
})

test('the entries with several ways and several lists can be read as they stand', () => {
  const entries = blocksOf('').filter((text) => /^(?:forum|videos):\n/.test(text))
  expect(entries.map((text) => [...read(text).keys()])).toEqual([['forum'], ['videos', 'videos-games', 'videos-week']])
})

test('the table has a line for each key of each kind, and for no other', () => {
  const table = page.slice(page.indexOf('## The keys'), page.indexOf('**A path**'))
  const rows = table.split('\n').flatMap((line) => {
    const [, names = '', kinds = ''] = /^\| (`[^|]+`) \| ([^|]+) \|/.exec(line) ?? []
    return [...names.matchAll(/`(\w+)`/g)].map(([, key = '']) => ({ key, kinds }))
  })
  const kindsOf = { feed: /all|feed|one of them/, json: /all|JSON|one of them/, page: /all|page|one of them/ }
  for (const kind of ['feed', 'json', 'page'] as const) {
    const other = ['feed', 'json', 'page'].filter((one) => one !== kind)
    const shown = rows.filter(({ key, kinds }) => kindsOf[kind].test(kinds) && !other.includes(key))
    expect([...new Set(shown.map(({ key }) => key))].sort()).toEqual(
      [...wayKeys[kind], ...listKeys, 'or', 'lists'].sort(),
    )
  }
})

test('the mistakes that the page shows are reported in these words', () => {
  const [shown = ''] = blocksOf('').filter((text) => text.startsWith('sources.yaml:'))
  const lines = shown
    .trim()
    .split('\n')
    .map((line) => line.replace(/, …$/, ''))
  const text = [
    'my-blog:\n  name: 某博客\n  feed: blog.example.org\n',
    'forum:\n  name: 某论坛\n  page: https://forum.example.org/hot\n  items: .thread\n  tittle: a.title\n',
    'stars:\n  name: Stars\n  json: https://stars.example.org/api\n  title: name\n  items: data[\n  url: link\n',
    '\n\n\nlinuxdo:\n  name: LINUX DO\n  feed: https://linuxdo.example.org/rss\n',
  ]
  const output = reportedOf(text.join('')).filter((line) => !line.includes('forum.title: is missing'))
  expect(output.map((line, at) => line.slice(0, lines[at]?.length))).toEqual(lines)
})

function reportedOf(text: string): string[] {
  try {
    read(text)
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}
