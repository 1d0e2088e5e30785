// Tests the shared parts of the JSON site mocks: fuzzy search, highlights, strict parsing of request bodies.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { findListings, listingsOf } from '../corpus/listings.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { countOf, declare, findLoosely, highlight, readJson } from './json-parts.ts'

const taste = { types: ['quark'], has: 0.6, codes: 'never', most: 1 } as const
const listings = listingsOf('somewhere', taste, 1, defaultNow)

test('a loose search gives all hits and a few rows that are none, one of them high up', () => {
  const hits = findListings(listings, '灯塔')
  const found = findLoosely(listings, '灯塔', createSeededRandom(1))
  expect(hits.length).toBeGreaterThan(1)
  expect(hits.every((hit) => found.includes(hit))).toBe(true)
  expect(found.length).toBeGreaterThan(hits.length)
  expect(found.length).toBeLessThanOrEqual(hits.length + 8)
  expect(new Set(found).size).toBe(found.length)
  expect(found[1]?.title).not.toContain('灯塔')
})

test('a loose search for what nobody has finds nothing', () => {
  expect(findLoosely(listings, 'zzqx', createSeededRandom(1))).toEqual([])
})

test('a highlight marks whole words first, in any letter case, and single characters of a word left over', () => {
  expect(highlight('纸鹤与灯塔', '纸鹤')).toBe('<em>纸鹤</em>与灯塔')
  expect(highlight('Paper Crane (2031)', 'crane paper', 'b')).toBe('<b>Paper</b> <b>Crane</b> (2031)')
  expect(highlight('山鹤', '纸鹤')).toBe('山<em>鹤</em>')
  expect(highlight('a+b', '+')).toBe('a<em>+</em>b')
})

test('a body counts only as an object sent as JSON', () => {
  const sent = (type: string, body: string) => ({ method: 'POST', headers: { 'content-type': type }, body })
  expect(readJson(sent('application/json;charset=UTF-8', '{"a":1}'))).toEqual({ a: 1 })
  expect(readJson(sent('text/plain', '{"a":1}'))).toBeUndefined()
  expect(readJson(sent('application/json', '{"a":'))).toBeUndefined()
  expect(readJson(sent('application/json', '[1]'))).toBeUndefined()
  expect(readJson({ method: 'POST', headers: {}, body: '{}' })).toBeUndefined()
})

test('a count is a whole number from one up, as number or digits', () => {
  expect([3, '3', 0, '-1', 1.5, '', undefined, 11].map((value) => countOf(value, 10))).toEqual([
    3,
    3,
    ...Array.from({ length: 6 }, () => undefined),
  ])
})

test('a cloud is sometimes declared as another one, but never where only the name tells', () => {
  const chance = createSeededRandom(5)
  const names = { quark: 'Q', baidu: 'B', magnet: 'M' }
  const said = Array.from({ length: 300 }, () => declare('quark', names, '?', chance))
  expect(new Set(said)).toEqual(new Set(['Q', 'B', 'M']))
  expect(said.filter((name) => name === 'Q').length).toBeGreaterThan(270)
  expect(new Set(Array.from({ length: 300 }, () => declare('others', names, '?', chance)))).toEqual(new Set(['?']))
})
