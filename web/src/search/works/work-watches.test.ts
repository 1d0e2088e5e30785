// What the bell of a work offers.
import { expect, it } from 'vitest'
import { watchesOfWork, workWatchMessages } from './work-watches.ts'

type Work = Parameters<typeof watchesOfWork>[0]

function offersOf({ kind = 'series', ...attributes }: Partial<Work['attributes']> & Partial<Pick<Work, 'kind'>>) {
  const nothing = { season: null, source: null, size: null, format: null, edition: null, platform: null }
  const lists = { codec: [], audio: [], languages: [], subtitles: [], quality: [] }
  const work = { title: '纸鹤：灯塔', kind, attributes: { ...nothing, ...lists, episodes: null, ...attributes } }
  return (mine: Parameters<typeof watchesOfWork>[1] = []) => watchesOfWork(work, mine, workWatchMessages.en)
}

it('later episodes of a series that goes on come first', () => {
  const episodes = { from: 1, to: 26, total: 40, complete: false }
  expect(offersOf({ episodes })()[0]).toEqual({
    ...{ label: 'New episodes', name: '纸鹤 灯塔 New episodes', words: '纸鹤 灯塔', in: ['archive', 'search'] },
    fromEpisode: 27,
  })
  expect(offersOf({ episodes: { ...episodes, to: 40, complete: true } })()[0]?.fromEpisode).toBeUndefined()
})

it.each([
  [['1080p'], ['纸鹤 灯塔 4K | 纸鹤 灯塔 2160p']],
  [['720p'], ['纸鹤 灯塔 4K | 纸鹤 灯塔 2160p']],
  [['4K', 'HDR'], []],
])('of a film in %j a better picture is %j', (quality, words) => {
  const offers = offersOf({ kind: 'movie', quality })()
  expect(offers.flatMap((offer) => (offer.label === 'Better quality' ? offer.words : []))).toEqual(words)
})

it('a book has no better picture', () => {
  expect(offersOf({ kind: 'book' })().map(({ label }) => label)).toEqual(['A living link'])
})

it('a living link is watched in the user’s clouds', () => {
  expect(offersOf({ kind: 'book' })(['quark'])).toMatchObject([
    { label: 'A living link in my clouds', clouds: ['quark'], living: true },
  ])
})
