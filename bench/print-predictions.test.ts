// Tests the printed predictions of works and stories, in the names of the marked data.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readMoments } from './stories/moments.ts'
import { furtherSets, predictWorks, readMarkedTitles } from './works/predictions.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

function printed(kind: 'works' | 'stories') {
  const args = [join(import.meta.dirname, 'print-predictions.ts'), kind, join(fixtures, kind)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 25 }))
}

it('the predictions have a work for every title', () => {
  const predictions = printed('works')
  for (const { q, items } of readMarkedTitles(join(fixtures, 'works')))
    expect(Object.keys(predictions[q])).toHaveLength(items.length)
})

it('the predictions have stories of items such as weibo/16 for every moment', () => {
  const predictions = printed('stories')
  expect(Object.keys(predictions)).toEqual(readMoments(join(fixtures, 'stories')).map(({ id }) => id))
  expect(predictions['2021-03-25T12']).toContainEqual(expect.arrayContaining(['toutiao/9', 'weibo/44']))
})

it('the titles of further sets can be predicted', () => {
  for (const set of furtherSets(join(fixtures, 'works')))
    expect(Object.keys(predictWorks(readMarkedTitles(set))).length).toBeGreaterThan(10)
})
