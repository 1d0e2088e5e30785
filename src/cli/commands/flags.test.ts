// Arguments of `trawl search` and `trawl hot`: parsed values, and an error message for each mistake.
import { describe, expect, it } from 'vitest'
import { hot } from './hot.ts'
import { search } from './search.ts'

// Neither reads the terminal.
const terminal = {} as never

function parseSearchFlags(words: readonly string[]) {
  return search.parse(words, terminal).options
}

function parseHotFlags(words: readonly string[]) {
  return hot.parse(words, terminal).options
}

describe('trawl search', () => {
  it('makes one keyword of all words, and lists of what commas separate', () => {
    const words =
      '流浪 地球 --type quark,aliyun --type 115 --channels a_one，b_two --include 4K,HDR --exclude 预告'.split(' ')
    const { request, limit } = parseSearchFlags(words)
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      kw: '流浪 地球',
      conc: 128,
      cloud_types: ['quark', 'aliyun', '115'],
      channels: ['a_one', 'b_two'],
      res: 'works',
      filter: { include: ['4K,HDR'], exclude: ['预告'] },
      ext: { details: true },
    })
    expect(limit).toBeUndefined()
  })

  it('asks for links where they are shown by cloud', () => {
    const { request, limit } = parseSearchFlags(['x', '--by', 'cloud'])
    expect([request.res, limit]).toEqual([undefined, 10])
  })

  it('asks as JSON for what was asked for, and no more', () => {
    expect(JSON.parse(JSON.stringify(parseSearchFlags(['x', '--json']).request))).toEqual({
      kw: 'x',
      conc: 128,
      ext: {},
    })
    const { request } = parseSearchFlags(
      'x --json --res all --details --health hide --deadline 3 --refresh --src tg'.split(' '),
    )
    expect(request).toMatchObject({ res: 'all', refresh: true, src: 'tg' })
    expect(request.ext).toEqual({ details: true, health: 'hide', deadline_ms: 3_000 })
  })

  it('takes what stands behind -- as it is', () => {
    expect(parseSearchFlags(['--', '--help']).request.kw).toBe('--help')
  })

  it.each([
    ['', 'no search words given'],
    ['x --typ quark', 'unknown flag --typ; did you mean --type?'],
    ['x --colour', 'unknown flag --colour'],
    ['x --type qark', '--type: unknown value "qark" (allowed: baidu'],
    ['x --src web', '--src must be one of all, tg, plugin, not "web"'],
    ['x --limit many', '--limit must be a whole number from 0 to 100000, not "many"'],
    ['x --deadline 99', '--deadline must be a whole number from 1 to 30'],
    ['x --json --limit 3', '--limit and --json exclude each other'],
    ['x --res all', '--res requires --json'],
    ['x --json --by work', '--by and --json exclude each other'],
    ['x --by film', '--by must be one of work, cloud, not "film"'],
    ['x --type', '--type needs a value'],
    ['x --limit -1', '--limit needs a value; write a value that begins with a dash as --limit=-…'],
    ['x --json=yes', "Option '--json' does not take an argument"],
  ])('%j is answered with a sentence', (words, sentence) => {
    expect(() => parseSearchFlags(words.split(' ').filter(Boolean))).toThrow(sentence)
  })
})

describe('trawl hot', () => {
  it('takes names with blanks or commas between', () => {
    expect(parseHotFlags(['weibo,zhihu', 'baidu', 'weibo']).ids).toEqual(['weibo', 'zhihu', 'baidu'])
    expect(parseHotFlags([])).toMatchObject({ ids: [], limit: 10, follow: false, list: false })
    for (const words of [['--limit', '0'], ['--json']]) expect(parseHotFlags(words).limit).toBe(50)
  })

  it.each([
    ['weibo --limit 51', '--limit must be a whole number from 0 to 50'],
    ['--list weibo', '--list takes no names'],
    ['--list --urls', '--list prints no items'],
    ['--all', '--all requires --list'],
    ['weibo --column tech', '--column takes no names'],
    ['--column teck', 'science, life); did you mean tech?'],
    ['weibo --follow --refresh', '--follow and --refresh exclude each other'],
    ['weibo --follow --json --limit 3', '--limit and --follow --json exclude each other'],
    ['weibo --json --urls', '--urls and --json exclude each other'],
  ])('%j is answered with a sentence', (words, sentence) => {
    expect(() => parseHotFlags(words.split(' '))).toThrow(sentence)
  })
})
