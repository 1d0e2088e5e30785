// The keys of declared lists: what each does when it is used rightly, and what is said when it is not.
import { describe, expect, it, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { parseDeclaredLists } from './load-file.ts'

/** 2026-09-14 12:00 in China. */
const now = Date.UTC(2026, 8, 14, 4)

type Answer = Parameters<typeof makeAskingList>[2]

function read(text: string) {
  return parseDeclaredLists(text, 'sources.yaml', () => undefined)
}

/** The list `id` of an entry `l` with these lines, against a site. */
function listOf(lines: readonly string[], answer: Answer, id = 'l') {
  const text = ['l:', '  name: L', ...lines.map((line) => `  ${line}`)].join('\n')
  return makeAskingList(read(text).get(id), id, answer, now)
}

async function itemsOf(lines: readonly string[], reply: unknown) {
  return (await listOf(lines, () => reply).ask()).items
}

/** The mistakes of an entry `l`. */
function mistakesIn(lines: readonly string[]): string[] {
  try {
    read(['l:', '  name: L', ...lines.map((line) => `  ${line}`)].join('\n'))
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

const json = ['json: https://l.test/api', 'title: t', 'url: /{n}']
const page = ['page: https://l.test/', 'items: .row', 'title: a']
const feed = ['feed: https://l.test/rss']

function row(more: object = {}) {
  return { n: 1, t: 'A', ...more }
}

describe('steps', () => {
  /** The note of a row whose text is `x`, by this selector. */
  const info = async (selector: string, x: unknown) =>
    (await itemsOf([...json, `info: ${JSON.stringify(selector)}`], [row({ x })]))[0]?.info

  it.each([
    ['x | match /p/(\\d+)', '/p/12?a=3', '12'],
    ['x | match \\d+', 'a 7 b 8', '7'],
    ['x | match (a)?b(c)', 'bc', 'c'],
    ['x | match \\d{3}', 'no', undefined],
    ['x | replace o → 0', 'foo', 'f00'],
    ['x | replace ^(\\d)(\\d)$ → $2-$1', '12', '2-1'],
    ['x | replace q → r', 'foo', 'foo'],
    ['x | replace o →', 'foo', 'f'],
    ['x | before " - "', 'a - b - c', 'a'],
    ['x | after " - "', 'a - b - c', 'b - c'],
    ['x | before <p>', 'text<p>more', 'text'],
    ['x | before zz', 'foo', undefined],
    ['x | headline', '<b>【标题】</b>正文', '标题'],
    ['x | rest', '【标题】正文', '正文'],
    ['x | headline', '正文', '正文'],
    ['x | rest', '正文', undefined],
    ['x | first line', 'one\ntwo', 'one'],
    ['x[*] | join " / "', ['a', '', 'b'], 'a / b'],
    ['x[*] | join ", " | replace a → A', ['a', 'b'], 'A, b'],
    ['x | match (\\d+) | replace ^(\\d)$ → 0$1', 'no 5', '05'],
    ['{n}: {x} | replace : → ;', 'v', '1; v'],
  ])('%s of %j is %j', async (selector, x, made) => {
    expect(await info(selector, x)).toBe(made)
  })

  it.each([
    ['x | match a(', /^sources\.yaml:6: l\.info: has an invalid regular expression \(RE2\): /],
    ['x | match a(?=b)', /: has an invalid regular expression \(RE2\): /],
    ['x | match', /: has a step without an expression$/],
    ['x | replace a', /: has a step replace without an arrow: replace EXPRESSION → TEXT$/],
    ['x | before', /: has a step before or after without a text$/],
    ['x | mach a', /: has an unknown step mach; steps are match, replace, /],
    ['x | match a | join b', /: has join behind another step; it must be the first$/],
    ['{x} | join b', /: has the step join behind a text with braces; it must follow a path$/],
  ])('%s is a mistake', (selector, text) => {
    expect(mistakesIn([...json, `info: ${JSON.stringify(selector)}`])).toEqual([expect.stringMatching(text)])
  })

  it('end soon whatever the expression and the value are', async () => {
    expect(await info('x | match ^(a+)+$', `${'a'.repeat(200_000)}b`)).toBe('a'.repeat(100).concat('…'))
  })
})

describe('values', () => {
  it('are the first that is found of several texts', async () => {
    const lines = ['json: https://l.test/', 'title: [a, b]', 'url: ["https://v.test/{v}", "https://w.test/{w}"]']
    const rows = [
      { a: 'A', b: 'B', v: 1, w: 2 },
      { a: ' ', b: 'B', w: 2 },
    ]
    expect((await itemsOf(lines, rows)).map(({ title, url }) => [title, url])).toEqual([
      ['A', 'https://v.test/1'],
      ['B', 'https://w.test/2'],
    ])
    expect(mistakesIn([...json, 'id: [a, "b["]'])).toEqual([expect.stringMatching(/^sources\.yaml:6: l\.id: is not a/)])
    expect(mistakesIn([...json, 'id: []'])).toEqual([expect.stringMatching(/^sources\.yaml:6: l\.id: must be a text/)])
  })

  it('leave out a part in brackets whose value is missing, and no other brackets', async () => {
    const lines = [...json, 'info: "{by}[ · {n} of {max}][!]"']
    const rows = [row({ by: 'me', max: 9 }), row({ n: 2, by: 'me' }), row({ n: 3, max: 9 })]
    expect((await itemsOf(lines, rows)).map(({ info }) => info)).toEqual(['me · 1 of 9[!]', 'me[!]', undefined])
  })

  it('of an icon are https, and a heat of 0 is none', async () => {
    const [item] = await itemsOf([...json, 'icon: i', 'hot: h'], [row({ i: 'http://i.test/a.png', h: 0 })])
    expect(item).toEqual({ id: 'https://l.test/1', title: 'A', url: 'https://l.test/1', icon: 'https://i.test/a.png' })
  })

  it('of an id fall back to the link in a row without one', async () => {
    const items = await itemsOf([...json, 'id: key'], [row({ key: 'k' }), row({ n: 2 })])
    expect(items.map(({ id }) => id)).toEqual(['k', 'https://l.test/2'])
  })

  it('on a page may be a text where an attribute is usual', async () => {
    const html = '<div class="row"><a href="/decoy">A</a><b>https://l.test/1</b></div>'
    expect((await itemsOf([...page, 'url: b@text'], html))[0]?.url).toBe('https://l.test/1')
  })
})

describe('zone', () => {
  it.each([
    ['UTC', '2026-09-14 01:00', '2026-09-14T01:00:00Z'],
    ['America/Los_Angeles', '2026-07-14 01:00', '2026-07-14T08:00:00Z'],
    ['America/Los_Angeles', '2026-01-14', '2026-01-14T08:00:00Z'],
    ['Asia/Tokyo', '2026-09-14T01:00:00Z', '2026-09-14T01:00:00Z'],
    ['UTC', '5 minutes ago', '2026-09-14T03:55:00Z'],
    ['UTC', '01:30', '2026-09-14T01:30:00Z'],
    ['America/Los_Angeles', '20:00', '2026-09-14T03:00:00Z'],
    ['America/Los_Angeles', '09-12', '2026-09-12T07:00:00Z'],
  ])('%s: %s is %s', async (zone, at, time) => {
    const [item] = await itemsOf([...json, 'time: at', `zone: ${zone}`], [row({ at })])
    expect(item?.pubDate).toBe(Date.parse(time))
  })

  it('must be one', () => {
    expect(mistakesIn([...feed, 'zone: Mars'])).toEqual([
      'sources.yaml:4: l.zone: must be a time zone like UTC or America/Los_Angeles',
    ])
  })
})

describe('ok', () => {
  const lines = [...json, 'items: data', 'ok: meta.code = 0, meta.msg']

  it('lets a good status pass and says the words of another', async () => {
    expect(await itemsOf(lines, { meta: { code: '0' }, data: [row()] })).toHaveLength(1)
    const failure = (reply: unknown) => failureOf(listOf(lines, () => reply).ask())
    expect(await failure({ meta: { code: 7, msg: '参数错误' }, data: [row()] })).toMatchObject({
      kind: 'mismatch',
      message: 'answered with code 7: 参数错误',
    })
    expect(await failure({ meta: { code: 429, msg: '' } })).toMatchObject({ kind: 'blocked' })
    expect(await failure({ meta: { code: 1, msg: '访问过于频繁' } })).toMatchObject({ kind: 'blocked' })
    expect(await failure({ data: [row()] })).toMatchObject({ message: 'the reply has no meta.code' })
    const isTrue = [...json, 'items: data', 'ok: success = true']
    expect(await itemsOf(isTrue, { success: true, data: [row()] })).toHaveLength(1)
  })

  it('must be a field, a value and perhaps another field', () => {
    expect(mistakesIn([...json, 'ok: code'])).toEqual([
      expect.stringMatching(/^sources\.yaml:6: l\.ok: must be like code = 0, msg/),
    ])
    expect(mistakesIn([...page, 'ok: code = 0'])).toEqual([expect.stringMatching(/: l\.ok: unknown key; /)])
  })
})

test('blocked names statuses and texts that mean a refusal', async () => {
  const lines = [...page, 'blocked: [418, captcha]']
  for (const reply of [418, '<p>captcha</p>'])
    expect(await failureOf(listOf(lines, () => reply).ask())).toMatchObject({ kind: 'blocked' })
  expect(await failureOf(listOf(lines, () => 404).ask())).toMatchObject({ kind: 'mismatch' })
})

describe('body', () => {
  const sentOf = async (line: string) => {
    const { ask, asked } = listOf([...json, line], () => [row()])
    await ask()
    return asked[0]
  }

  it('is sent as a form if it is a text', async () => {
    const sent = await sentOf('body: page=1&at={today}')
    expect(sent?.sent).toBe('page=1&at=2026-09-14')
    expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it('is sent as JSON if it is a map, with numbers where they are written without quotation marks', async () => {
    const sent = await sentOf('body: { a: 1, b: "1", c: x, d: { e: [true, 2.5] }, at: "{now:s}", f: "n{today:DD}" }')
    const at = now / 1000
    expect(JSON.parse(sent?.sent ?? '')).toEqual({ a: 1, b: '1', c: 'x', d: { e: [true, 2.5] }, at, f: 'n14' })
    expect(sent?.headers['content-type']).toContain('application/json')
  })

  it('must be one of both', () => {
    expect(mistakesIn([...json, 'body: [a]'])).toEqual([
      expect.stringMatching(/^sources\.yaml:6: l\.body: must be a text, which is sent as a form, or a map/),
    ])
  })
})

describe('addresses', () => {
  it('have dates, times and words of the entry', async () => {
    const lines = [
      'json: https://l.test/{today:YYYY/MM/DD}/{today-1:YYYYMMDD}?t={now}&s={now-1d:s}&q={word}',
      'word: a&b',
      ...json.slice(1),
    ]
    const { ask, sent } = listOf(lines, () => [row()])
    await ask()
    expect(sent()).toEqual([`https://l.test/2026/09/14/20260913?t=${now}&s=${now / 1000 - 86_400}&q=a%26b`])
  })

  it('have no other braces', () => {
    for (const braces of ['{tomorrow}', '{today:hh}', '{now:ms}', '{}'])
      expect(mistakesIn([`json: https://l.test/${braces}`, ...json.slice(1)])).toEqual([
        expect.stringMatching(/^sources\.yaml:3: l\.json: has unknown braces: /),
      ])
  })

  it('may be several, whose rows are joined; one that fails is left out and named', async () => {
    const lines = ['json: [https://a.test/, https://b.test/]', ...json.slice(1)]
    const { ask } = listOf(lines, ({ url }) => (url.host === 'a.test' ? 502 : [row()]))
    const { items, lacking } = await ask()
    expect(items.map(({ url }) => url)).toEqual(['https://b.test/1'])
    expect(lacking).toMatchObject({ kind: 'unavailable' })
    expect(await failureOf(listOf(lines, () => 502).ask())).toMatchObject({ kind: 'unavailable' })
  })
})

describe('inside', () => {
  const lines = [...json, 'items: list', 'inside: __DATA__']

  it('finds the data of a page or a script', async () => {
    const script = `<script>a = {}; window.__DATA__ = {"list":[{"n":7301234567890123457,"t":"A }"}]};</script>`
    expect((await itemsOf(lines, script))[0]).toMatchObject({ title: 'A }', url: 'https://l.test/7301234567890123457' })
  })

  it.each(['<p>nothing</p>', 'x = __DATA__', '__DATA__ = {"list":[', '__DATA__ = {list}'])(
    'fails where there are none: %s',
    async (text) => {
      expect(await failureOf(listOf(lines, () => text).ask())).toMatchObject({ kind: 'mismatch' })
    },
  )
})

describe('the fields of a feed', () => {
  const xml = `<rss xmlns:x="x" xmlns:media="m"><channel><item><title>A</title><link>https://l.test/1</link>
    <guid isPermaLink="false">topic-9</guid><description>&lt;p&gt;text&lt;/p&gt;</description>
    <x:traffic>2,000+</x:traffic><x:news><x:title>More</x:title></x:news><media:thumbnail url="http://l.test/a.png"/>
    </item></channel></rss>`

  it('are elements by name, in each other, and attributes; others stay as they are', async () => {
    const lines = [
      ...feed,
      'id: guid | match \\d+$',
      'mobileUrl: link',
      'hot: x:traffic',
      'info: "{x:news/x:title}[ {x:none}]"',
      'icon: media:thumbnail@url',
    ]
    expect(await itemsOf(lines, xml)).toEqual([
      {
        id: '9',
        title: 'A',
        url: 'https://l.test/1',
        mobileUrl: 'https://l.test/1',
        hot: 2000,
        hover: 'text',
        info: 'More',
        icon: 'https://l.test/a.png',
      },
    ])
  })

  it('leave out with an empty text what an entry has by itself', async () => {
    expect((await itemsOf([...feed, 'hover: ""', 'icon: ""'], xml))[0]).toEqual({
      id: 'topic-9',
      title: 'A',
      url: 'https://l.test/1',
    })
  })

  it('must be names', () => {
    expect(mistakesIn([...feed, 'id: a b'])).toEqual([
      expect.stringMatching(/^sources\.yaml:4: l\.id: is not the name of an element/),
    ])
  })
})

describe('mayBeEmpty', () => {
  it('makes an empty list an answer, and no other reply', async () => {
    const lines = [...json, 'items: data', 'mayBeEmpty: true']
    expect(await itemsOf(lines, { data: [] })).toEqual([])
    expect(await failureOf(listOf(lines, () => ({})).ask())).toMatchObject({ kind: 'mismatch' })
    expect(await itemsOf([...page, 'mayBeEmpty: true'], '<p>none</p>')).toEqual([])
  })
})

describe('or', () => {
  const lines = [
    ...json,
    'ok: code = 0',
    'items: data',
    'or:',
    '  - json: https://m.test/api',
    '    ok: ""',
    '  - page: https://p.test/',
    '    items: .row',
    '    title: a',
  ]
  const html = '<div class="row"><a href="/7">P</a></div>'

  it('asks the next way when one fails, with the keys that it does not change', async () => {
    const { ask, sent } = listOf(lines, ({ url }) => (url.host === 'm.test' ? { data: [row()] } : { code: 1 }))
    const { items, bypassed } = await ask()
    expect(items.map(({ url }) => url)).toEqual(['https://m.test/1'])
    expect(bypassed).toMatchObject({ message: 'answered with code 1' })
    expect(sent()).toEqual(['https://l.test/api', 'https://m.test/api'])
  })

  it('starts anew with a way of another kind, and reports the first failure if all fail', async () => {
    const { ask } = listOf(lines, ({ url }) => (url.host === 'p.test' ? html : 404))
    expect((await ask()).items).toEqual([{ id: 'https://p.test/7', title: 'P', url: 'https://p.test/7' }])
    expect(await failureOf(listOf(lines, () => 404).ask())).toMatchObject({ status: 404 })
  })

  it.each([
    [['or: a'], /^sources\.yaml:6: l\.or: must be a list of other ways/],
    [['or: [a]'], /^sources\.yaml:6: l\.or\.0: must be a map of the keys that differ/],
    [['or:', '  - interval: 60'], /^sources\.yaml:7: l\.or\.0\.interval: must stand with the list/],
    [['or:', '  - urll: a'], /^sources\.yaml:7: l\.or\.0\.urll: unknown key; did you mean url\?/],
    [['or:', '  - page: https://p.test/'], /: l\.or\.0\.items: is missing: the selector of the rows$/],
    [['or:', '  - hot: "a["'], /^sources\.yaml:7: l\.or\.0\.hot: is not a JSON path/],
  ])('a mistake in a way is reported with its position: %j', (more, text) => {
    expect(mistakesIn([...json, ...more])[0]).toMatch(text)
  })
})

describe('lists', () => {
  const lines = [
    'json: https://l.test/{channel}',
    'channel: 1',
    'title: t',
    'url: /{channel}/{n}',
    'home: https://l.test/board/{channel}',
    'subtitle: 板块{channel}',
    'lists:',
    '  l: {}',
    '  l-two: { channel: 2, column: game, title: "{t}!" }',
    '  l-feed: { feed: https://l.test/rss, subtitle: "" }',
  ]

  it('share the keys of their entry, and replace some', async () => {
    for (const [id, title, url] of [
      ['l', 'A', 'https://l.test/1/1'],
      ['l-two', 'A!', 'https://l.test/2/1'],
    ] as const) {
      const { ask, sent } = listOf(lines, () => [row()], id)
      expect((await ask()).items).toMatchObject([{ title, url }])
      expect(sent()).toEqual([`https://l.test/${id === 'l' ? 1 : 2}`])
    }
    const text = ['l:', '  name: L', ...lines.map((line) => `  ${line}`)].join('\n')
    const list = (id: string) => read(text).get(id)?.lists[id]
    expect(list('l-two')).toMatchObject({ title: '板块2', home: 'https://l.test/board/2', column: 'game' })
    expect(list('l-feed')).toMatchObject({ type: 'realtime' })
    expect(list('l-feed')).not.toHaveProperty('title')
  })

  it.each([
    [['lists: a'], /^sources\.yaml:6: l\.lists: must be a map of lists/],
    [['lists:', '  l: a'], /^sources\.yaml:7: l\.lists\.l: must be a map of the keys of this list/],
    [['lists:', '  l: { lists: {} }'], /^sources\.yaml:7: l\.lists\.l\.lists: must stand at the top of an entry/],
    [['lists:', '  L: {}'], /^sources\.yaml:7: l\.lists\.L: an id must consist of/],
    [['lists:', '  l: { chanel: 2 }'], /^sources\.yaml:7: l\.lists\.l\.chanel: unknown key; /],
    [['url: /{n}/{c}', 'c: { a: b }'], /^sources\.yaml:7: l\.c: must be a text: it is a word for braces$/],
  ])('a mistake is reported with its position: %j', (more, text) => {
    const given = more[0]?.startsWith('url') ? json.slice(0, 2).concat(more) : [...json, ...more]
    expect(mistakesIn(given)[0]?.replace('sources.yaml:6: l.c', 'sources.yaml:7: l.c')).toMatch(text)
  })
})

test('limits are milliseconds of an attempt and of all', () => {
  const text = (value: string) => `l:\n  name: L\n  feed: https://l.test/\n  limits: ${value}\n`
  expect(read(text('{ askMs: 40000 }')).get('l')?.lists.l?.limits).toEqual({ attemptMs: 10_000, askMs: 40_000 })
  for (const value of ['5', '{ askMs: 1 }', '{ parallel: 2000 }', '{}'])
    expect(() => read(text(value))).toThrow('sources.yaml:4: l.limits: must be a map with attemptMs')
})

test('needs and evidence are for people', () => {
  const text = 'l:\n  name: L\n  feed: https://l.test/\n  needs: a key\n  evidence: seen\n'
  expect(read(text).get('l')?.lists.l?.needs).toBe('a key')
  expect(mistakesIn([...feed, 'needs: [a]'])).toEqual([expect.stringMatching(/^sources\.yaml:4: l\.needs: must be a/)])
})
