// Tests the predictions for folders of marked titles.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { furtherSets, predictWorks, readMarkedTitles } from './predictions.ts'

const folder = join(import.meta.dirname, '../../fixtures/works')

it('the predictions have a work and attributes for every title, in the names of the marked data', () => {
  const queries = readMarkedTitles(folder)
  const predictions = JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'print-predictions.ts'), folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 25,
    }),
  )
  for (const { q, items } of queries) expect(Object.keys(predictions[q])).toHaveLength(items.length)
  expect(predictions.流浪地球).toEqual(JSON.parse(JSON.stringify(predictWorks(queries))).流浪地球)
})

it('the titles of further sets can be predicted', () => {
  for (const set of furtherSets(folder)) {
    expect(Object.keys(predictWorks(readMarkedTitles(set))).length).toBeGreaterThan(10)
  }
})
