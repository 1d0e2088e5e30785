// Declared lists with malformed files and replies: the result is always a list or an error message.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseCount } from '../../../test/kit/case-count.ts'
import { declaredLists, makeAskingList } from '../../../test/kit/site-io.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { buildLists } from '../build-lists.ts'
import { parseDeclaredLists } from './load-file.ts'

const fileCases = caseCount(1_000)
const replyCases = caseCount(700)

const replies = {
  blog: `<rss version="2.0"><channel><title>L</title>${[1, 2, 3]
    .map(
      (n) =>
        `<item><title>T${n} &amp;amp; more</title><link>/t/${n}</link><guid>${n}</guid><author>me</author><description><![CDATA[<p>x</p>]]></description><pubDate>Mon, 14 Sep 2026 0${n}:00:00 GMT</pubDate></item>`,
    )
    .join('')}</channel></rss>`,
  data: JSON.stringify({
    code: 0,
    data: {
      list: [1, 2, 3].map((n) => ({
        id: n,
        title: `T${n} <b>x</b>`,
        n: '1.2万',
        at: 1_789_344_000 + n,
        ad: n === 3,
        text: '&lt;p&gt;',
        by: { name: 'me' },
        pic: [{ src: '/a.png' }],
      })),
    },
  }),
  page: `<html><body>${[1, 2, 3]
    .map(
      (n) =>
        `<div class="row" data-id="${n}"><h2><a href="/t/${n}">T${n}</a></h2><span class="n">1,23${n}</span><time datetime="2026-09-14T00:00:00Z">now</time><img data-src="/a.png"></div>`,
    )
    .join('')}</body></html>`,
}

/** A mutation: at a relative position, removes a number of characters and inserts a text. */
interface Change {
  readonly at: number
  readonly out: number
  readonly put: string
}

function changes(pieces: readonly string[]): fc.Arbitrary<Change[]> {
  const put = fc.oneof(fc.constantFrom('', ...pieces), fc.string({ maxLength: 6, unit: 'binary' }))
  const at = fc.nat({ max: 1e6 }).map((millionths) => millionths / 1e6)
  const out = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 3 }) }, fc.nat({ max: 40 }))
  return fc.array(fc.record({ at, out, put }), { minLength: 1, maxLength: 2 })
}

function changed(text: string, made: readonly Change[]): string {
  return made.reduce((whole, { at, out, put }) => {
    const start = Math.floor(at * whole.length)
    return whole.slice(0, start) + put + whole.slice(start + out)
  }, text)
}

const yamlPieces = [
  '\n',
  '\n  ',
  '\t',
  ': ',
  ' #',
  '- ',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '|',
  '>',
  '*blog',
  '&a ',
  '!t ',
  '? ',
  '---\n',
  '%',
  '@',
  '\\',
  '<<: *blog\n',
]
const namedPieces = [
  '__proto__: ',
  'constructor: ',
  'headers:\n    ',
  '$..',
  '[?',
  ':has(',
  '::before',
  'null',
  '1e999',
  '\u0000',
  '\ufeff',
  '\u2028',
]

test('a file changed at random declares lists, or is refused in lines that name it', () => {
  const tried = { files: 0, read: 0, lines: 0 }
  fc.assert(
    fc.property(changes([...yamlPieces, ...namedPieces]), (made) => {
      tried.files += 1
      const text = changed(declaredLists, made)
      try {
        const families = parseDeclaredLists(text, 'mine.yaml', () => undefined)
        for (const [id, family] of families) expect(buildLists(id, family).map((list) => list.id)).toEqual([id])
        tried.read += 1
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
        const lines = error instanceof Error ? error.message.split('\n') : []
        for (const line of lines) expect(line).toMatch(/^mine\.yaml(?::\d+)?: \S/)
        tried.lines += lines.length
      }
    }),
    { numRuns: fileCases, seed: 5 },
  )
  console.info(`declared lists: ${tried.files} files tried, ${tried.read} of them read, ${tried.lines} mistakes said`)
  expect(tried.files).toBe(fileCases)
  expect(tried.read).toBeGreaterThan(fileCases / 25)
  expect(tried.lines).toBeGreaterThan(fileCases)
})

// Quadratic reading takes minutes.
test('a long file with an error on every line is refused in lines that name the list and the key', () => {
  const text = `data:\n${'  title: @a\n'.repeat(10_000)}`
  const lines = refusalOf(text)
  expect(lines).toContainEqual(expect.stringMatching(/^mine\.yaml:2: data\.title: \S/))
  expect(lines.at(-1)).toMatch(/^mine\.yaml: and \d+ more$/)
})

function refusalOf(text: string): string[] {
  try {
    parseDeclaredLists(text, 'mine.yaml', () => undefined)
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
}

const replyPieces = {
  blog: ['<item>', '</item>', '</rss>', '<', '&', ']]>', '<![CDATA[', '<link>', 'href="', '\u0000', '<title/>'],
  data: [
    'null',
    '{}',
    '[]',
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    'true',
    '-1',
    '1e999',
    '12345678901234567890',
    '"__proto__":',
    '"\\ud800"',
    '"data":',
  ],
  page: [
    '<div class="row">',
    '</div>',
    '<a href=',
    '<',
    '&',
    '"',
    '<!--',
    '<script>',
    '<h2>',
    '\u0000',
    '<base href="//x">',
  ],
}

/** `many` reads the data in a script. */
function replyOf(id: 'blog' | 'data' | 'page' | 'many'): string {
  return id === 'many' ? `var all = ${replies.data};` : replies[id]
}

test.each(['blog', 'data', 'page', 'many'] as const)(
  'a reply to %s changed at random is a list, or fails as an upstream does',
  async (id) => {
    const family = parseDeclaredLists(declaredLists, 'mine.yaml', () => undefined).get(id)
    const tried = { replies: 0, lists: 0 }
    await fc.assert(
      fc.asyncProperty(changes(replyPieces[id === 'many' ? 'data' : id]), async (made) => {
        tried.replies += 1
        const { ask } = makeAskingList(family, id, () => changed(replyOf(id), made))
        try {
          const { items } = await ask()
          expect(items.length).toBeGreaterThan(0)
          for (const item of items)
            expect(item).toMatchObject({ id: expect.stringMatching(/./s), url: expect.stringMatching(/^https?:/) })
          tried.lists += 1
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
        }
      }),
      { numRuns: replyCases, seed: 5 },
    )
    console.info(`declared lists: ${tried.replies} replies to ${id} tried, ${tried.lists} of them lists`)
    expect(tried.replies).toBe(replyCases)
    expect(tried.lists).toBeGreaterThan(replyCases / 20)
  },
)

/** Replaced values. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e300,
  '',
  ' ',
  '\ud800',
  'javascript:1',
  [],
  {},
  [[]],
  [{}],
  [null, 'a'],
  { title: { title: 'a' } },
)

function withOdd(value: unknown, path: readonly number[], put: unknown): unknown {
  const [at, ...rest] = path
  if (at === undefined || typeof value !== 'object' || value === null) return put
  const entries = Object.entries(value)
  const made = entries.map(([key, inside], place) => [
    key,
    place === at % entries.length ? withOdd(inside, rest, put) : inside,
  ])
  return Array.isArray(value) ? made.map(([, inside]) => inside) : Object.fromEntries(made)
}

test('JSON with odd values anywhere is a list, or fails as an upstream does', async () => {
  const family = parseDeclaredLists(declaredLists, 'mine.yaml', () => undefined).get('data')
  const tried = { replies: 0, lists: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 20 }), { maxLength: 6 }), odd, async (path, put) => {
      tried.replies += 1
      const { ask } = makeAskingList(family, 'data', () => JSON.stringify(withOdd(JSON.parse(replies.data), path, put)))
      try {
        expect((await ask()).items.length).toBeGreaterThan(0)
        tried.lists += 1
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
    }),
    { numRuns: replyCases, seed: 5 },
  )
  console.info(`declared lists: ${tried.replies} odd values in JSON tried, ${tried.lists} replies still lists`)
  expect(tried.replies).toBe(replyCases)
  expect(tried.lists).toBeGreaterThan(replyCases / 3)
})
