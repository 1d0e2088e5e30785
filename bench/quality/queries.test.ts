// Tests that the marks match the corpus, so that a changed corpus is noticed.
import { expect, test } from 'vitest'
import { findMentions, keyOf } from './ground-truth.ts'
import { readQueries, readTruth } from './queries.ts'

const queries = readQueries()
const mentions = readTruth()

test('there are at least forty queries, and no query twice', () => {
  const asked = queries.map(({ kw, ext, cloud_types }) => JSON.stringify([kw, ext, cloud_types]))
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked.length).toBeGreaterThanOrEqual(40)
})

test('every marked link is in the corpus, once in a query, and of a requested cloud', () => {
  const known = new Set(mentions.map(keyOf))
  for (const { kw, cloud_types, wanted: expected } of queries) {
    const keys = expected.map(({ key }) => key)
    expect(new Set(keys).size, kw).toBe(keys.length)
    for (const key of keys) {
      expect(known, kw).toContain(key)
      if (cloud_types) expect(cloud_types, kw).toContain(key.slice(0, key.indexOf(':')))
    }
  }
})

test('every marked link is in a mention that the keyword or the English title finds', () => {
  for (const { kw, ext, wanted: expected } of queries) {
    // The reader normalizes full-width letters.
    const spellings = [kw, ext?.title_en ?? kw].map((text) => text.normalize('NFKC'))
    const found = new Set(spellings.flatMap((text) => findMentions(mentions, text)).map(keyOf))
    for (const { key } of expected) expect(found, kw).toContain(key)
  }
})

test('a query without marked links finds nothing in the corpus', () => {
  const bare = queries.filter(({ wanted: expected }) => expected.length === 0)
  expect(bare.length).toBeGreaterThan(0)
  for (const { kw } of bare) expect(findMentions(mentions, kw)).toEqual([])
})
