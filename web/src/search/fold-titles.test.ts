// Works of one title behind the first of them.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork } from '../../../test/kit/page-data.ts'
import { foldTitles, titleKey } from './fold-titles.ts'

function result(key: string, title: string, part: 'title' | 'text' = 'title') {
  const work = collectedWork(key, [collectedLink(key)], { title })
  return { key, work, links: work.links, part }
}

const film = result('film', '纸鹤')
const other = result('other', '纸鹤与灯塔')
const series = result('series', '纸鹤')
const results = [film, other, series, result('mention', '纸鹤', 'text')]

function shown(unfolded: readonly string[]) {
  return foldTitles(results, new Set(unfolded)).map(({ key, others }) => [key, others])
}

it('works of one title stand behind the first of them, which says how many they are; those with the keyword in a text only do not', () => {
  expect(shown([])).toEqual([
    ['film', 1],
    ['other', undefined],
    ['mention', undefined],
  ])
})

it('the works of an unfolded title follow the first of them', () => {
  expect(shown([titleKey(film)]).map(([key]) => key)).toEqual(['film', 'series', 'other', 'mention'])
})
