// How attributes are written on a card.
import { expect, it } from 'vitest'
import { noAttributes } from '../../../../test/kit/page-data.ts'
import { workLabels } from './work-labels.ts'
import { worksMessages } from './works-messages.ts'

const episodes = { from: null, to: null, total: null, complete: false }

it.each([
  [{ episodes: { ...episodes, total: 24, complete: true }, quality: ['4K'] }, ['4K', '全24集']],
  [{ episodes: { ...episodes, complete: true } }, ['全集']],
  [{ episodes: { ...episodes, to: 8, total: 24 } }, ['更新至8集']],
  [{ season: 2, edition: '修复版' }, ['修复版', '第2季']],
  [{ season: [1, 2, 3] }, ['第1-3季']],
  [{ season: [1, 3] }, ['第1/3季']],
  [{ season: 'all' as const }, ['全季']],
  [{ format: 'pdf', size: 25_000_000 }, ['PDF', '25 MB']],
  [{ size: [2_000_000_000, 23_400_000_000] }, ['2.0 GB – 23 GB']],
  [{ languages: ['国语'], subtitles: ['中字'] }, ['国语', '中字']],
])('%j', (attributes, labels) => {
  expect(workLabels({ attributes: { ...noAttributes, ...attributes } }, worksMessages.zh)).toEqual(labels)
})

it('a size has no more digits than it needs', () => {
  const label = (size: number) => workLabels({ attributes: { ...noAttributes, size } }, worksMessages.zh)
  const sizes = [400, 999_000_000, 1_500_000_000, 12_600_000_000]
  expect(sizes.flatMap(label)).toEqual(['1 MB', '999 MB', '1.5 GB', '13 GB'])
})
