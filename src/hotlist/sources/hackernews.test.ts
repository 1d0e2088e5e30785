// Hacker News by its interface: how many stories are fetched, and what one that does not come costs.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import family from './hackernews.ts'

const fiveHundred: readonly unknown[] = Array.from({ length: 500 }, (_, index) => 1000 + index)

function makeInterface(storyOf: (id: number) => unknown, ids = fiveHundred) {
  const { ask, sent } = makeAskingList(family, 'hackernews', ({ url }) => {
    if (url.host === 'news.ycombinator.com') return 403
    const id = /item\/(\d+)/.exec(url.pathname)?.[1]
    return id === undefined ? ids : storyOf(Number(id))
  })
  const items = () => sent().filter((url) => url.includes('/item/')).length
  return { ask, items }
}

test('thirty stories are fetched, in their order', async () => {
  const { ask, items } = makeInterface((id) => ({ id, title: `story ${id}`, score: 1, time: 1783299600 }))
  const { ids, bypassed, lacking } = await ask()
  expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => String(1000 + index)))
  expect(items()).toBe(30)
  expect(bypassed).toMatchObject({ kind: 'blocked' })
  expect(lacking).toBeUndefined()
})

test('a story that fails, or was removed, is left out; the first failure is reported', async () => {
  const replies = new Map<number, unknown>([
    [1000, 404],
    [1001, null],
    [1002, { id: 1002, type: 'story', time: 1783299600 }],
  ])
  const { ask } = makeInterface((id) => (replies.has(id) ? replies.get(id) : { id, title: 'x', score: 2 }))
  const { ids, lacking } = await ask()
  expect(ids).toHaveLength(27)
  expect(ids[0]).toBe('1003')
  expect(lacking).toMatchObject({ kind: 'mismatch', status: 404 })
})

test('an id that is none costs its story only', async () => {
  const { ask } = makeInterface((id) => ({ id, title: 'x' }), [null, 7, 'x', 8])
  expect((await ask()).ids).toEqual(['7', '8'])
})

test('a story has the points of the row after its own, and none where that row is missing', async () => {
  const story = (id: number) =>
    `<tr class="athing" id="${id}"><td class="titleline"><a href="/x">story ${id}</a></td></tr>`
  const points = (id: number) => `<tr><td><span class="score" id="score_${id}">${id} points</span></td></tr>`
  const page = `<table>${story(1)}${story(2)}${points(2)}<tr class="spacer"></tr>${story(3)}</table>`
  const { items } = await makeAskingList(family, 'hackernews', () => page).ask()
  expect(items.map(({ id, hot }) => [id, hot])).toEqual([
    ['1', undefined],
    ['2', 2],
    ['3', undefined],
  ])
})
