// The order of links and results by health.
import { describe, expect, it } from 'vitest'
import { day, matcherOf, mergedOf, result } from '../../../test/kit/searching.ts'
import { rankLinks, rankResults, type StateOf } from './rank.ts'

const matcher = matcherOf()

/** A post of a day with a link, whose share is known by its last letter. */
function post(letter: string, at: Date, source = 'tg:alpha') {
  return result(source, `纸鹤\nhttps://pan.quark.cn/s/0a1b2c3d4e5${letter}`, { id: letter, at })
}

function known(states: Readonly<Record<string, 'ok' | 'bad' | 'locked'>>): StateOf {
  return (key) => states[key.at(-1) ?? '']
}

function ranked(stateOf: StateOf, ...posts: readonly ReturnType<typeof post>[]): string {
  return rankLinks(mergedOf(posts), stateOf)
    .map(({ share }) => share.key.at(-1))
    .join('')
}

describe('links', () => {
  const posts = [post('a', day(9)), post('b', day(8)), post('c', day(7))]

  it('known to be dead come after all others', () => {
    expect(ranked(known({ a: 'bad' }), ...posts)).toBe('bca')
    expect(ranked(known({}), ...posts)).toBe('abc')
  })

  it('that are locked stay where they are', () => {
    expect(ranked(known({ a: 'locked' }), ...posts)).toBe('abc')
  })

  it('known to be there go before others of the same day that as many sources carry', () => {
    const sameDay = [post('a', new Date(day(9).getTime() + 60_000)), post('b', day(9)), post('c', day(8))]
    expect(ranked(known({ b: 'ok', c: 'ok' }), ...sameDay)).toBe('bac')
    const carried = post('a', day(9), 'tg:beta')
    expect(ranked(known({ b: 'ok' }), ...sameDay, carried)).toBe('abc')
  })
})

describe('links of one day with as many sources', () => {
  const noHealth: StateOf = () => undefined

  it('come newest first, and by key when their times are equal', () => {
    const later = new Date(day(9).getTime() + 1_000)
    expect(ranked(noHealth, post('b', day(9)), post('a', day(9)), post('c', later))).toBe('cab')
  })

  it('come after newer days even if more sources have them, and undated ones last, by key', () => {
    const undated = (letter: string, source = 'tg:alpha') =>
      result(source, `纸鹤\nhttps://pan.quark.cn/s/0a1b2c3d4e5${letter}`)
    const posts = [undated('f'), undated('e'), post('a', day(8)), post('a', day(8), 'tg:beta'), post('b', day(9))]
    expect(ranked(noHealth, ...posts)).toBe('baef')
    expect(ranked(noHealth, ...posts, undated('f', 'tg:beta'))).toBe('bafe')
  })

  it('come before those that are only mentioned, however new', () => {
    const mention = result('tg:alpha', '山谷广播剧\n描述：纸鹤\nhttps://pan.quark.cn/s/0a1b2c3d4e5d', { at: day(20) })
    expect(ranked(noHealth, mention, post('a', day(1)))).toBe('ad')
  })
})

describe('results', () => {
  it('are ordered by relevance, time, source and id; those without a time come last', () => {
    const one = (source: string, id: string, relevance: 'title' | 'text', at?: Date) => {
      const post = result(source, '纸鹤\nhttps://pan.quark.cn/s/0a1b2c3d4e5a', at ? { id, at } : { id })
      return { result: post, matches: matcher(post), relevance }
    }
    const found = [
      one('tg:b', 'mentioned', 'text', day(20)),
      one('tg:a', 'undated', 'title'),
      one('tg:b', '1', 'title', day(5)),
      one('tg:a', '2', 'title', day(5)),
      one('tg:a', '1', 'title', day(5)),
      one('tg:z', 'newest', 'title', day(6)),
    ]
    const ids = rankResults(found, () => undefined).map((ranking) => `${ranking.result.source} ${ranking.result.id}`)
    expect(ids).toEqual(['tg:z newest', 'tg:a 1', 'tg:a 2', 'tg:b 1', 'tg:a undated', 'tg:b mentioned'])
  })

  it('of which all links are dead come last', () => {
    const both = result('tg:alpha', '纸鹤\nhttps://pan.quark.cn/s/0a1b2c3d4e5a\nhttps://pan.quark.cn/s/0a1b2c3d4e5b', {
      id: 'both',
      at: day(9),
    })
    const found = [post('a', day(8)), both, post('c', day(7))].map((one) => ({
      result: one,
      matches: matcher(one),
      relevance: 'title' as const,
    }))
    const ids = (stateOf: StateOf) => rankResults(found, stateOf).map((one) => one.result.id)
    expect(ids(known({ a: 'bad' }))).toEqual(['both', 'c', 'a'])
    expect(ids(known({ a: 'bad', b: 'bad' }))).toEqual(['c', 'both', 'a'])
    expect(ids(known({}))).toEqual(['both', 'a', 'c'])
  })
})
