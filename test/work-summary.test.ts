// A work in short: its best links, and its attributes as texts.
import { expect, it } from 'vitest'
import { bestLinks, linkFacts, workFacts } from '../client/work-summary.ts'
import { noAttributes } from './kit/page-data.ts'

it('the best link of a cloud is the first one', () => {
  const links = (['quark', 'uc', 'quark'] as const).map((type, at) => ({ type, at }))
  expect(bestLinks(links).map(({ at }) => at)).toEqual([0, 1])
})

it.each([
  [{ from: 1, to: 12, total: null, complete: false }, ['episodes 1-12']],
  [{ from: null, to: 12, total: 24, complete: false }, ['episodes 12 of 24']],
  [{ from: 3, to: 3, total: null, complete: false }, ['episodes 3']],
  [{ from: null, to: null, total: 24, complete: true }, ['all 24 episodes']],
  [{ from: null, to: null, total: null, complete: true }, ['all episodes']],
  [{ from: null, to: null, total: 24, complete: false }, ['24 episodes']],
  [{ from: null, to: null, total: null, complete: false }, []],
])('the episodes %j are summarised as %j', (episodes, facts) => {
  expect(linkFacts({ ...noAttributes, episodes })).toEqual(facts)
})

it.each([
  [[], []],
  [[2], ['S2']],
  [[1, 2, 3], ['S1-3']],
  [[1, 3], ['S1+S3']],
])('the seasons %j are summarised as %j', (seasons, facts) => {
  expect(workFacts({ kind: 'other', seasons, attributes: noAttributes })).toEqual(facts)
})

it('a link of several seasons, or of all, says so', () => {
  expect(linkFacts({ ...noAttributes, season: [1, 2] })).toEqual(['S1-2'])
  expect(linkFacts({ ...noAttributes, season: 'all' })).toEqual(['all seasons'])
})

it('of many values the first are shown, and of sizes the range', () => {
  const attributes = {
    ...{ ...noAttributes, quality: ['4K', '1080P', 'HDR', 'SDR'], source: ['WEB-DL', 'REMUX'], languages: ['国语'] },
    ...{ subtitles: ['中字'], size: [700 * 1024, 12 * 1024 ** 3], format: 'mkv' },
  }
  expect(workFacts({ kind: 'movie', seasons: [], attributes })).toEqual(
    'movie|4K|1080P|HDR|WEB-DL|REMUX|700 KB to 12 GB|mkv|国语|中字'.split('|'),
  )
  expect(linkFacts({ ...noAttributes, size: 0 })).toEqual(['0.0 KB'])
})
