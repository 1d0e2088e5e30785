// Tests that the page parser and its two references return the same, so that the benchmark is fair.
import { expect, test } from 'vitest'
import { readByTree } from '../bench/parse/cheerio-reader.ts'
import { fixturePages, makePages } from '../bench/parse/corpus.ts'
import { readByEvents } from '../bench/parse/htmlparser2-reader.ts'
import { readChannelPage } from '../src/search/telegram/page.ts'

const pages = [...fixturePages(), ...makePages(10, 7)]

test.each([
  ['events', readByEvents],
  ['a tree', readByTree],
])('reading by %s gives the posts that slicing gives, from every fixture and a made corpus', (_name, read) => {
  let posts = 0
  for (const page of pages) {
    const ours = readChannelPage(page)
    expect(read(page.toString())).toEqual(ours)
    posts += ours.length
  }
  expect(posts).toBeGreaterThan(200)
})

test('made pages have the weight of real ones, and the same seed makes the same', () => {
  for (const page of makePages(10, 7)) {
    // Characters of 20 messages (telegram.md, section 6).
    expect(page.toString().length).toBeGreaterThan(104_000)
    expect(page.toString().length).toBeLessThan(152_300)
  }
  expect(makePages(2, 7)).toEqual(makePages(2, 7))
  expect(makePages(2, 8)).not.toEqual(makePages(2, 7))
})
