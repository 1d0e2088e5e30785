// Tests docs/own-lists.md: its keys and messages are the real ones; hot-lists.test.ts has its examples read their fixtures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listKeys, wayKeys } from '../src/hotlist/declared/keys.ts'
import { parseDeclaredLists } from '../src/hotlist/declared/load-file.ts'
import { readFixtures } from './kit/fixtures.ts'

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

test('the examples are a feed, JSON and a page, each with a fixture, and one of three lines', () => {
  expect(examples.map((text) => /^ {2}(feed|json|page):/m.exec(text)?.[1])).toEqual(['feed', 'json', 'page'])
  expect(fixtures.map(({ source }) => source).sort()).toEqual([...declared.keys()].sort())
  const [first = ''] = blocksOf('').filter((text) => /^[a-z-]+:\n/.test(text))
  expect(read(first).size).toBe(1)
  expect(first.trim().split('\n').length).toBe(3)
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
