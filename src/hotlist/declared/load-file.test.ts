// Files of declared lists: defaults, and every error with its line and key.
import { describe, expect, it, test } from 'vitest'
import { buildLists } from '../build-lists.ts'
import { parseDeclaredLists } from './load-file.ts'

function read(text: string, taken: (id: string) => string | undefined = () => undefined) {
  return parseDeclaredLists(text, 'sources.yaml', taken)
}

/** The errors of a file. */
function mistakesIn(text: string, taken?: (id: string) => string | undefined): string[] {
  try {
    read(text, taken)
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

/** A valid list with extra lines. */
function feedWith(...lines: readonly string[]): string {
  return ['blog:', '  name: Blog', '  feed: https://blog.test/rss', ...lines.map((line) => `  ${line}`)].join('\n')
}

function jsonWith(...lines: readonly string[]): string {
  const usual = ['name: J', 'json: https://j.test/', 'title: t', 'url: u']
  return ['j:', ...[...usual, ...lines].map((line) => `  ${line}`)].join('\n')
}

function pageWith(...lines: readonly string[]): string {
  const usual = ['name: P', 'page: https://p.test/', 'items: .row']
  return ['p:', ...[...usual, ...lines].map((line) => `  ${line}`)].join('\n')
}

/** The metadata of the only list of a file. */
function recordIn(text: string) {
  const [first] = read(text)
  const [list] = first ? buildLists(first[0], first[1]) : []
  if (!list) throw new Error('the file should hold a list')
  const { source, movement: _movement, ...record } = list
  return { ...record, limits: source.limits }
}

describe('a list of three lines', () => {
  it('has everything else filled in', () => {
    expect(recordIn(feedWith())).toEqual({
      id: 'blog',
      family: 'blog',
      name: 'Blog',
      home: 'https://blog.test/',
      type: 'realtime',
      interval: 1800,
      isEnabled: true,
      column: 'community',
      color: '#64748b',
      limits: { redirects: 3, staleMs: expect.any(Number), attemptMs: 10_000, askMs: 25_000, freshMs: 1_800_000 },
    })
  })

  it('has the name of its host when it is a feed without one, or the address of a feed alone', () => {
    const named = { ...recordIn(feedWith()), name: 'blog.test' }
    expect(recordIn('blog:\n  feed: https://blog.test/rss')).toEqual(named)
    expect(recordIn('blog: https://blog.test/rss')).toEqual(named)
    expect(recordIn('blog:\n  feed: "\ufeffhttps://{board}.test/rss"\n  board: blog')).toEqual(named)
  })

  it('is a ranking when it is no feed', () => {
    expect(recordIn(jsonWith()).type).toBe('hottest')
    expect(recordIn(pageWith('title: a')).type).toBe('hottest')
  })

  it('is overridden by explicit keys', () => {
    const text = ['subtitle: 2026', 'home: https://blog.test/a', 'type: hottest', 'interval: 30', 'column: tech']
    expect(recordIn(feedWith(...text, 'color: "#AABBCC"', 'enabled: False'))).toMatchObject({
      title: '2026',
      home: 'https://blog.test/a',
      type: 'hottest',
      interval: 30,
      column: 'tech',
      color: '#aabbcc',
      isEnabled: false,
    })
  })
})

test('a file of nothing, or of comments, declares nothing', () => {
  for (const text of ['', '\n', '# a:\n#   name: A\n', '---\n', '\ufeff']) expect(read(text).size).toBe(0)
})

test('a file as editors of all systems write it can be read, and values may be shared', () => {
  const text = `\ufeffa: &a\n  name: A\n  feed: https://a.test/\nb: *a\n`.replaceAll('\n', '\r\n')
  expect([...read(text).keys()]).toEqual(['a', 'b'])
})

const allowedForFeeds =
  'allowed are feed, title, url, id, mobileUrl, hot, time, hover, info, icon, headers, body, blocked, zone, name, subtitle, home, type, interval, column, color, enabled, mayBeEmpty, sorted, limits, needs, evidence, or, lists'

/** Files and the first error of each. */
const mistakes: readonly (readonly [string, string | RegExp])[] = [
  // Keys.
  [feedWith('colour: red'), `4: blog.colour: unknown key; did you mean color? ${allowedForFeeds}`],
  [feedWith('xyz: 1'), `4: blog.xyz: unknown key; ${allowedForFeeds}`],
  [feedWith('items: a'), `4: blog.items: unknown key; ${allowedForFeeds}`],
  [jsonWith('author: a'), /^6: j\.author: unknown key; did you mean info\? /],
  [feedWith('name: B'), '4: blog.name: is defined twice, first on line 2'],
  [`${feedWith()}\n${feedWith()}`, '4: blog: is defined twice, first on line 1'],
  // Lists.
  ['a: 1', /^1: a: must be the address of a feed, or a map with name, one of feed, json and page/],
  ['a:\n  - 1', /^1: a: must be the address of a feed, or a map/],
  ['a: ftp://a.test/', /^1: a: must be the address of a feed, or a map/],
  ['a:\n  name: A', '1: a: a list needs exactly one of feed, json and page, with its URL'],
  [
    feedWith('page: https://b.test/'),
    /^4: blog\.page: conflicts with feed; a list needs exactly one of feed, json and page/,
  ],
  ['a:\n  page: https://a.test/\n  items: p', '1: a.name: is missing: the name of the list'],
  [
    'j:\n  name: J\n  json: https://j.test/\n  url: u',
    '1: j.title: is missing: the path or selector of the title in a row',
  ],
  [
    'j:\n  name: J\n  json: https://j.test/\n  title: u',
    '1: j.url: is missing: the path or selector of the link in a row',
  ],
  [pageWith(), '1: p.title: is missing: the path or selector of the title in a row'],
  [pageWith('title: a').replace('  items: .row\n', ''), '1: p.items: is missing: the selector of the rows'],
  // Ids.
  ...['A', 'a_b', '-a', 'a--b', 'ä', 'a'.repeat(61)].map(
    (id) => [feedWith().replace('blog', id), /^1: \S+: an id must consist of a-z, 0-9 and single dashes/] as const,
  ),
  [feedWith().replace('blog', 'all'), '1: all: an id must not be all, default or none: these select several lists'],
  // Values.
  [feedWith().replace('https:', 'ftp:'), '3: blog.feed: must be a URL like https://example.org/rss.xml'],
  [feedWith().replace('//', '//me:secret@'), /^3: blog\.feed: must not contain a user name or password/],
  [feedWith('home: nowhere'), '4: blog.home: must be a URL like https://example.org/rss.xml'],
  [feedWith('type: new'), '4: blog.type: must be one of hottest, realtime'],
  [feedWith('column: misc'), /^4: blog\.column: must be one of china, world, tech, /],
  [feedWith('interval: 29'), '4: blog.interval: must be a whole number of seconds from 30 to 86400'],
  [feedWith('interval: 30m'), /^4: blog\.interval: must be a whole number/],
  [feedWith('enabled: no'), '4: blog.enabled: must be one of true, false'],
  [feedWith('color: red'), '4: blog.color: must be a quoted color like "#64748b"'],
  [feedWith('color: #ff0000'), '4: blog.color: is empty; a text that begins with # must be quoted'],
  [feedWith('subtitle: "{w}"', 'w: ""'), '4: blog.subtitle: is empty'],
  [feedWith('subtitle: [a]'), /^4: blog\.subtitle: must be a text; a text that begins with \{ or \[ must be quoted/],
  [jsonWith('id: {id}'), /^6: j\.id: must be a text/],
  [feedWith(`subtitle: ${'a'.repeat(1001)}`), '4: blog.subtitle: must be at most 1000 characters long'],
  [
    jsonWith('items: data['),
    /^6: j\.items: is not a JSON path: .*; write a name with spaces or symbols as \['a name'\]$/,
  ],
  [jsonWith('hot: a b'), /^6: j\.hot: is not a JSON path/],
  [jsonWith('hot: a[?$..b == 1]'), /^6: j\.hot: is not a supported JSON path: within \[\?…\] paths must begin with @/],
  [jsonWith('hot: a[?nosuch(@.b)]'), /^6: j\.hot: is not a JSON path: no such function/],
  [jsonWith('mobileUrl: https://j.test/{id'), '6: j.mobileUrl: has an unmatched brace'],
  [jsonWith('icon: https://j.test/{a[}'), /^6: j\.icon: is not a JSON path/],
  [pageWith('title: a['), /^5: p\.title: is not a CSS selector: /],
  [pageWith('title: a:nosuch'), /^5: p\.title: is not a CSS selector: Unknown pseudo-class/],
  [pageWith('title: a@b@'), /^5: p\.title: is not a CSS selector: /],
  [pageWith('title: a', 'icon: <img>'), '6: p.icon: is not a CSS selector: it contains <'],
  [pageWith('title: a').replace('.row', 'div > > a'), /^4: p\.items: is not a CSS selector: /],
  // Headers.
  [feedWith('headers: a'), '4: blog.headers: must be a map from header names to texts'],
  [feedWith('headers: {Host: a}'), '4: blog.headers.Host: is set by the service itself'],
  [feedWith('headers: {proxy-authorization: a}'), /^4: blog\.headers\.proxy-authorization: is set by the service/],
  [feedWith('headers:', '  a b: secret'), '5: blog.headers.a b: is not a valid header name'],
  [feedWith('headers:', '  cookie: ä secret'), '5: blog.headers.cookie: must be a text of printable ASCII characters'],
  [feedWith('headers:', '  cookie: {a: secret}'), /^5: blog\.headers\.cookie: must be a text/],
  [feedWith('headers:', '  a: 1', '  A: 2'), '6: blog.headers.A: is defined twice with different case'],
  [
    feedWith('headers:', ...Array.from({ length: 51 }, (_, at) => `  x-${at}: 1`)),
    '4: blog.headers: at most 50 are allowed',
  ],
  // YAML.
  ['- a', /^1: must be a map of lists/],
  ['a', /^1: must be a map of lists/],
  ['a:\n\tname: A', '2: a.name: is indented with a tab; use spaces'],
  ['a:\n  name: "A', /^\d: a\.name: a quotation mark, a bracket, a comma/],
  ['a:\n  name: A: B', /^2: a\.name: is followed by a line that is indented too far, or contains a second colon/],
  [
    'a:\n  name: A\n    feed: B',
    /^2: a\.name: is followed by a line that is indented too far, or contains a second colon/,
  ],
  ['a:\n  name:A\n  feed: B', /^2: a\.name: a key must be followed by an ASCII colon and a space/],
  ['a:\n  name：A\n  feed: B', /^2: a\.name: a key must be followed by an ASCII colon/],
  ['a:\n  secret:A\n  feed: B', /^2: a: a key must be followed by an ASCII colon/],
  ['a:\n  name: A\n b: 1', /^3: a: has the wrong indentation/],
  [pageWith('title: a', 'id: @data-id'), '6: p.id: a text that begins with @, % or ` must be quoted'],
  [pageWith('title: > a'), /^5: p\.title: is not valid YAML; a text that begins with one of > \|/],
  [feedWith('subtitle: *'), /^4: blog\.subtitle: a text that begins with \* must be quoted/],
  [feedWith('subtitle: !a b'), '4: blog.subtitle: a text that begins with ! must be quoted'],
  [pageWith('title: "\\.a"'), /^5: p\.title: within "…" a backslash must be doubled/],
  [`${feedWith()}\n---\n${feedWith()}`, '4: starts a second document; everything must be in one'],
  ['? [a]\n: b', /^1: a key must be a text/],
  [`a: ${'['.repeat(20_000)}`, /^1: a: is nested too deeply$/],
]

describe('a mistake is reported with line and key', () => {
  it.each(mistakes.map(([text, output]) => [output, text] as const))('%s', (output, text) => {
    const [first = ''] = mistakesIn(text)
    expect(first.startsWith('sources.yaml:')).toBe(true)
    const rest = first.slice('sources.yaml:'.length)
    if (typeof output === 'string') expect(rest).toBe(output)
    else expect(rest).toMatch(output)
  })
})

it('says all mistakes at once, in the order of the file', () => {
  const text = 'B:\n  name: 1\nc:\n  feed: x\n  tittle: 1\nd: 1\nweibo:\n  name: W\n  feed: https://w.test/'
  const messages = mistakesIn(text, (id) => (id === 'weibo' ? 'is a list of ours already' : undefined))
  expect(messages.map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
    'sources.yaml:1 B',
    'sources.yaml:1 B',
    'sources.yaml:4 c.feed',
    'sources.yaml:5 c.tittle',
    'sources.yaml:6 d',
    'sources.yaml:7 weibo',
  ])
  expect(messages.at(-1)).toBe('sources.yaml:7: weibo: is a list of ours already')
})

it('reads on after what YAML cannot begin a text with, and says what is wrong below', () => {
  expect(mistakesIn('a:\n  name: @A\n  feed: x\n')).toHaveLength(2)
})

it('never says a value, which may be secret', () => {
  const secret = 'hunter2'
  const forms = ['{#', '*#', '!# a', '|#', '>#', '@#', '"\\q#"', '[#]', 'ä#', "'#", '%#', 'a: #', '{a: #}', '&a *#']
  for (const value of forms.map((form) => form.replace('#', secret))) {
    for (const key of ['cookie', 'a b', 'host']) {
      const messages = mistakesIn(feedWith('headers:', `  ${key}: ${value}`))
      expect(messages, value).not.toEqual([])
      expect(messages.join('\n')).not.toContain(secret)
    }
    expect(mistakesIn(`a:\n  name: A\n  feed: ${value}\n`).join('\n')).not.toContain(secret)
  }
})

describe('a file that is too much', () => {
  it('is refused by its size, by its lists, and by its aliases', () => {
    expect(mistakesIn(`# ${'a'.repeat(256 * 1024)}`)).toEqual(['sources.yaml: must be at most 256 KB'])
    const many = Array.from({ length: 501 }, (_, at) => `a${at}: &a${at}\n  name: A\n  feed: https://a.test/\n`)
    expect(mistakesIn(many.join(''))).toEqual(['sources.yaml:1: must hold at most 500 lists; it holds 501'])
    const aliases = Array.from({ length: 110 }, (_, at) => `b${at}: *a`).join('\n')
    expect(mistakesIn(`a: &a\n  name: A\n  feed: https://a.test/\n${aliases}\n`)[0]).toBe(
      'sources.yaml:104: b100: at most 100 aliases are allowed',
    )
  })

  it('cannot grow by aliases of aliases, nor go round in them', () => {
    const levels = Array.from({ length: 60 }, (_, at) => `l${at + 1}: &l${at + 1} {a: *l${at}, b: *l${at}}`)
    expect(mistakesIn(`l0: &l0 {a: 1}\n${levels.join('\n')}\n`).length).toBeGreaterThan(50)
    expect(mistakesIn('a: &a\n  headers: *a\n  b: *a\n')).not.toEqual([])
  })

  it('is reported in fifty lines', () => {
    const messages = mistakesIn(Array.from({ length: 400 }, (_, at) => `l${at}: 1`).join('\n'))
    expect(messages).toHaveLength(51)
    expect(messages.at(-1)).toBe('sources.yaml: and 350 more')
  })

  // Quadratic reading takes minutes.
  it('is refused in lines that name the list and the key when each of ten thousand lines has a mistake', () => {
    const lines = mistakesIn(`data:\n${'  title: @a\n'.repeat(10_000)}`)
    expect(lines).toContainEqual(expect.stringMatching(/^sources\.yaml:2: data\.title: \S/))
    expect(lines.at(-1)).toMatch(/^sources\.yaml: and \d+ more$/)
  })

  it('keeps to one line for each mistake, whatever the keys are', () => {
    const messages = mistakesIn(`"a\\nb":\n  "c\\n\\u2028d": 1\n  ${'k'.repeat(500)}: 1\n`)
    expect(messages.every((line) => line.startsWith('sources.yaml:'))).toBe(true)
    expect(Math.max(...messages.map((line) => line.length))).toBeLessThan(800)
  })
})
