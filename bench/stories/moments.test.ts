// Tests the predictions for folders of lists.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atOnce } from '../../src/async/pieces.ts'
import { createStoryJoiner } from '../../src/hotlist/stories/join-stories.ts'
import { seeded } from '../../test/kit/clocks.ts'
import { manyLists } from './many-lists.ts'
import { predictStories, readMoments } from './moments.ts'

const folder = join(import.meta.dirname, '../../fixtures/stories')

it('the predictions have stories of items such as weibo/16 for every moment', () => {
  const moments = readMoments(folder)
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'print-predictions.ts'), folder], {
    encoding: 'utf8',
  })
  const predictions = JSON.parse(printed)
  expect(Object.keys(predictions)).toEqual(moments.map(({ id }) => id))
  expect(predictions['2021-03-25T12']).toContainEqual(expect.arrayContaining(['toutiao/9', 'weibo/44']))
  expect(predictions).toEqual(predictStories(moments))
})

it('lists that change one by one give the same stories as all lists joined anew', () => {
  const joiner = createStoryJoiner()
  for (const { lists } of readMoments(folder)) {
    const changing = [...lists]
    for (const [index, list] of lists.entries()) {
      const fewer = list.items.filter((_, rank) => rank % 3 !== index % 3)
      for (const items of [fewer, fewer.toReversed()]) {
        changing[index] = { ...list, items }
        expect(atOnce(joiner.join(changing, 0))).toEqual(atOnce(createStoryJoiner().join(changing, 0)))
      }
    }
  }
})

it('lists of which many headlines come and go give the same stories as all lists joined anew', () => {
  const random = seeded(7)
  const [lists, fresh] = [manyLists(readMoments(folder), 12), manyLists(readMoments(folder), 42).slice(12)]
  const joiner = createStoryJoiner()
  for (const { items } of fresh) {
    const at = Math.floor(random() * lists.length)
    const stored = (lists[at]?.items ?? []).filter(() => random() < 0.7)
    const come = items.slice(0, Math.floor(random() * 30))
    lists[at] = { source: `list-${at}`, at: 0, items: [...come, ...stored].slice(0, 50) }
    expect(atOnce(joiner.join(lists, 0))).toEqual(atOnce(createStoryJoiner().join(lists, 0)))
  }
})
