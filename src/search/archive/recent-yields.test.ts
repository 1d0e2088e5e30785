// Tests of what sources published lately: kinds of works, and how often it is counted.
import { expect, it } from 'vitest'
import { createRecentYields } from './open-archive.ts'

const hourMs = 3_600_000

it('names the kinds of the contract, at most three, and is counted at most once an hour', async () => {
  let now = 40 * 24 * hourMs
  const asked: number[] = []
  const groups = ['series', 'film', 'collection', 'pack', 'book', 'game']
  const shelf = {
    async yieldsSince(since: number) {
      asked.push(since / hourMs / 24)
      return [{ source: 'tg:one', links: asked.length, groups }]
    },
  }
  const yields = createRecentYields(shelf, () => now)
  const kinds = ['series', 'movie', 'book']
  expect([...(await yields())]).toEqual([['tg:one', { links: 1, kinds }]])
  now += hourMs
  await yields()
  expect(asked).toEqual([10])
  now += 1
  expect((await yields()).get('tg:one')).toEqual({ links: 2, kinds })
})

it('is nothing without an archive', async () => {
  expect(await createRecentYields(undefined, () => 0)()).toEqual(new Map())
})
