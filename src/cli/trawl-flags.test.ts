// The words behind `trawl search` and `trawl hot`: what they come to, and the sentence for each that cannot be meant.
import { describe, expect, it } from 'vitest'
import { columns } from '../contract/hotlist.ts'
import { cloudTypes } from '../contract/search.ts'
import { clouds } from './found-links.ts'
import { columnNames, readHotWish } from './trawl-hot-flags.ts'
import { readSearchWish } from './trawl-search-flags.ts'

it('the clouds and columns of the terminal are those of the contract', () => {
  expect(clouds).toEqual(cloudTypes)
  expect(columnNames).toEqual(columns)
})

describe('trawl search', () => {
  it('makes one keyword of all words, and lists of what commas separate', () => {
    const words =
      '流浪 地球 --type quark,aliyun --type 115 --channels a_one，b_two --include 4K,HDR --exclude 预告'.split(' ')
    const { request, limit } = readSearchWish(words)
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      kw: '流浪 地球',
      conc: 128,
      cloud_types: ['quark', 'aliyun', '115'],
      channels: ['a_one', 'b_two'],
      filter: { include: ['4K,HDR'], exclude: ['预告'] },
      ext: { details: true },
    })
    expect(limit).toBe(10)
  })

  it('asks as JSON for what was asked for, and no more', () => {
    expect(JSON.parse(JSON.stringify(readSearchWish(['x', '--json']).request))).toEqual({ kw: 'x', conc: 128, ext: {} })
    const { request } = readSearchWish(
      'x --json --res all --details --health hide --deadline 3 --refresh --src tg'.split(' '),
    )
    expect(request).toMatchObject({ res: 'all', refresh: true, src: 'tg' })
    expect(request.ext).toEqual({ details: true, health: 'hide', deadline_ms: 3_000 })
  })

  it('takes what stands behind -- as it is', () => {
    expect(readSearchWish(['--', '--help']).request.kw).toBe('--help')
  })

  it.each([
    ['', 'what is to be searched for?'],
    ['x --typ quark', 'there is no --typ; near is --type'],
    ['x --colour', 'there is no --colour'],
    ['x --type qark', '--type knows no "qark"; near is quark; it knows baidu'],
    ['x --src web', '--src knows all, tg, plugin, not "web"'],
    ['x --limit many', '--limit must be a whole number from 0 to 100000, not "many"'],
    ['x --deadline 99', '--deadline must be a whole number from 1 to 30'],
    ['x --json --limit 3', '--limit does not go with --json'],
    ['x --res all', '--res goes with --json'],
    ['x --type', '--type needs a value'],
    ['x --limit -1', '--limit needs a value; one that begins with a dash goes as --limit=-…'],
    ['x --json=yes', "Option '--json' does not take an argument"],
  ])('%j is answered with a sentence', (words, sentence) => {
    expect(() => readSearchWish(words.split(' ').filter(Boolean))).toThrow(sentence)
  })
})

describe('trawl hot', () => {
  it('takes names with blanks or commas between', () => {
    expect(readHotWish(['weibo,zhihu', 'baidu', 'weibo']).ids).toEqual(['weibo', 'zhihu', 'baidu'])
    expect(readHotWish([])).toMatchObject({ ids: [], limit: 10, follows: false, isCatalogue: false })
    for (const words of [['--limit', '0'], ['--json']]) expect(readHotWish(words).limit).toBe(50)
  })

  it.each([
    ['weibo --limit 51', '--limit must be a whole number from 0 to 50'],
    ['--list weibo', '--list goes without names'],
    ['--list --urls', '--list shows which lists there are'],
    ['--all', '--all goes with --list'],
    ['weibo --column tech', '--column goes without names'],
    ['--column teck', '--column knows no "teck"; near is tech'],
    ['weibo --follow --refresh', 'it goes without --refresh'],
    ['weibo --follow --json --limit 3', '--limit does not go with --follow --json'],
    ['weibo --json --urls', '--urls does not go with --json'],
  ])('%j is answered with a sentence', (words, sentence) => {
    expect(() => readHotWish(words.split(' '))).toThrow(sentence)
  })
})
