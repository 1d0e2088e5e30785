// Tests the predictions for folders of lists.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
