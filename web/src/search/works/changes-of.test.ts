// How a work changed, by the dates of its links.
import { expect, it } from 'vitest'
import { collectedLink, noAttributes } from '../../../../test/kit/page-data.ts'
import { shortCloudNames } from '../../components/cloud-names.ts'
import { changesOf } from './changes-of.ts'
import { worksMessages } from './works-messages.ts'

const options = {
  words: worksMessages.zh,
  clouds: shortCloudNames.zh,
  dayOf: (at: number) => new Date(at).toISOString().slice(0, 10),
}

function posted(key: string, day: number, attributes: Partial<typeof noAttributes> = {}) {
  return collectedLink(key, { at: Date.UTC(2026, 0, day), attributes: { ...noAttributes, ...attributes } })
}

function upTo(to: number, complete = false) {
  return { from: 1, to, total: complete ? to : null, complete }
}

it('the newest stands first, and each day has what its links were the first to bring', () => {
  const links = [
    posted('quark:c', 9, { episodes: upTo(12, true) }),
    posted('quark:a', 2, { episodes: upTo(3), quality: ['1080P'] }),
    posted('baidu:b', 5, { episodes: upTo(6), quality: ['1080P', '4K'] }),
  ]
  expect(changesOf(links, options)).toEqual([
    { day: '2026-01-09', labels: ['全12集'] },
    { day: '2026-01-05', labels: ['百度', '4K', '更新至6集'] },
    { day: '2026-01-02', labels: ['夸克', '1080P', '更新至3集'] },
  ])
})

it('an old share that is posted again is no change, nor is one without a date', () => {
  const links = [
    posted('quark:a', 2, { episodes: upTo(8) }),
    posted('quark:b', 4, { episodes: upTo(3) }),
    collectedLink('baidu:c'),
  ]
  expect(changesOf(links, options)).toEqual([{ day: '2026-01-02', labels: ['夸克', '更新至8集'] }])
})

it('seasons are counted by themselves', () => {
  const links = [
    posted('quark:a', 2, { season: 1, episodes: upTo(40) }),
    posted('quark:b', 4, { season: 2, episodes: upTo(3) }),
  ]
  expect(changesOf(links, options)[0]?.labels).toEqual(['第2季 更新至3集'])
})
