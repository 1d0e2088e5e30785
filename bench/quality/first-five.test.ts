// Tests the set of first places and how they are judged.
import { expect, test } from 'vitest'
import { answeredCards, placesOf, readFirstFive } from './first-five.ts'

const searches = readFirstFive()

test('there are forty keywords, and each wanted card has posts and one place', () => {
  expect(new Set(searches.map(({ kw }) => kw)).size).toBe(40)
  for (const { kw, first, posts } of searches) {
    expect(new Set(first).size, kw).toBe(first.length)
    for (const card of first)
      expect(
        posts.map((post) => post.card),
        kw,
      ).toContain(card)
  }
})

test('an answer has the links of the posts, and only these', async () => {
  for (const search of searches.slice(0, 5)) {
    const known = search.posts.map(({ card }) => card)
    for (const card of (await answeredCards(search)).flat()) expect(known).toContain(card)
  }
})

test('a place is right if it has the card that the reader wants there; a second work of a card gains nothing', () => {
  const posts = ['film', 'series', 'book'].map((card) => ({
    card,
    channel: 'a' as const,
    days: 1,
    clouds: ['quark' as const],
    text: card,
  }))
  const search = { kw: 'kw', first: ['film', 'series'], posts }
  expect(placesOf(search, [['film'], ['series', 'series', 'book'], ['book']])).toEqual({
    ...{ kw: 'kw', right: 2, wanted: 2, isFirstRight: true, ndcg: 1, split: 0, mixed: 1 },
  })
  const split = placesOf(search, [['book'], ['film'], ['film'], ['series']])
  expect(split).toMatchObject({ right: 0, isFirstRight: false, split: 1, mixed: 0 })
  expect(split.ndcg).toBeCloseTo((5 / Math.log2(3) + 4 / Math.log2(5)) / (5 + 4 / Math.log2(3)))
})
