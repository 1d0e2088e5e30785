// Which attributes are offered as filters.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork, noAttributes } from '../../../test/kit/page-data.ts'
import { attributeFilters, filterLabel } from './result-tools.tsx'
import { worksMessages } from './works/works-messages.ts'

function shown(key: string, quality: readonly string[], format: string | null = null) {
  const work = collectedWork(key, [
    collectedLink(key, { attributes: { ...noAttributes, quality: [...quality], format } }),
  ])
  return { key, work, links: work.links, part: 'title' as const }
}

const works = [
  shown('quark:a', ['4K', 'HDR']),
  shown('quark:b', ['4K']),
  shown('quark:c', ['1080P'], 'pdf'),
  shown('quark:d', ['4K'], 'pdf'),
]

it('those that some works have and some have not, with their number', () => {
  expect(attributeFilters(works, [])).toEqual([
    { id: 'quality:4K', count: 3 },
    { id: 'format:pdf', count: 2 },
  ])
})

it('the formats of books, as soon as there are two books', () => {
  const book = (key: string, format: string) => {
    const { work, ...others } = shown(key, [], format)
    return { ...others, work: { ...work, kind: 'book' as const } }
  }
  const books = [book('quark:e', 'epub'), book('quark:f', 'azw3')]
  const ids = (results: typeof works) => attributeFilters(results, []).map(({ id }) => id)
  expect(ids([...works, ...books])).toEqual(expect.arrayContaining(['format:epub', 'format:azw3']))
  expect(ids([...works, ...books.slice(0, 1)])).not.toContain('format:epub')
})

it('those that are chosen, even if no work has them', () => {
  expect(attributeFilters(works.slice(0, 2), ['quality:8K'])).toEqual([{ id: 'quality:8K', count: 0 }])
})

it.each([
  ['kind:movie', '电影'],
  ['complete:yes', '全集'],
  ['format:pdf', 'PDF'],
  ['quality:4K', '4K'],
  ['kind:nonsense', 'nonsense'],
])('%s is called %s', (id, label) => {
  expect(filterLabel(id, worksMessages.zh)).toBe(label)
})
