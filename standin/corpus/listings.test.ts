// Tests the site listings: repeatable, consistent with the site profile, and searchable.
import { expect, test } from 'vitest'
import { defaultNow } from './corpus.ts'
import { chinaText, findListings, findLoosely, type Listing, listingsOf, type SiteProfile } from './listings.ts'

const taste: SiteProfile = { types: ['baidu', 'quark', 'xunlei'], has: 0.4, codes: 'either', most: 2 }
const listings = listingsOf('demo', taste, 1, defaultNow)

function offersOf(list: readonly Listing[]): Listing['offers'] {
  return list.flatMap(({ offers }) => [...offers])
}

test('the same site, taste, seed and clock give the same listings; another site or seed gives others', () => {
  expect(listingsOf('demo', taste, 1, defaultNow)).toEqual(listings)
  expect(listingsOf('other', taste, 1, defaultNow)).not.toEqual(listings)
  expect(listingsOf('demo', taste, 2, defaultNow)).not.toEqual(listings)
})

test('ids rise with the dates, and nothing is put up after the clock', () => {
  const times = listings.map(({ at }) => at.getTime())
  expect(listings.map(({ id }) => id)).toEqual(listings.map((_, at) => at + 1))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(defaultNow.getTime())
})

test('a listing offers only clouds of the taste, as many as the site gives, and says each code once at most', () => {
  expect(listings.length).toBeGreaterThan(80)
  expect(listings.every(({ offers }) => offers.length <= 2)).toBe(true)
  for (const { type, url, code, truth } of offersOf(listings)) {
    expect(taste.types).toContain(type)
    expect([code, '']).toContain(truth.password === '' ? '' : code)
    if (code === '' && truth.password !== '') expect(url).toContain(truth.password)
    if (code !== '') expect(url).not.toContain(code)
  }
})

test('codes stand where the taste says', () => {
  const beside = offersOf(listingsOf('demo', { ...taste, codes: 'beside' }, 1, defaultNow))
  const inside = offersOf(listingsOf('demo', { ...taste, codes: 'inside' }, 1, defaultNow))
  const never = offersOf(listingsOf('demo', { ...taste, codes: 'never' }, 1, defaultNow))
  expect(beside.filter(({ code }) => code !== '').length).toBeGreaterThan(50)
  expect(beside.every(({ code, truth }) => code === truth.password)).toBe(true)
  expect(inside.every(({ code }) => code === '')).toBe(true)
  expect(inside.filter(({ truth }) => truth.password !== '').length).toBeGreaterThan(50)
  expect(never.every(({ code, truth }) => code === '' && truth.password === '')).toBe(true)
})

test('a taste may lean to a cloud, know few addresses, and have entries that offer nothing', () => {
  const leaning = offersOf(listingsOf('demo', { ...taste, types: ['mobile', 'quark'], most: 1 }, 1, defaultNow))
  const prefers = offersOf(
    listingsOf('demo', { ...taste, types: ['mobile', 'quark'], most: 1, prefers: 'mobile' }, 1, defaultNow),
  )
  const shareOf = (list: Listing['offers']) => list.filter(({ type }) => type === 'mobile').length / list.length
  expect(shareOf(prefers)).toBeGreaterThan(shareOf(leaning) * 1.4)
  const spelled = /^https:\/\/pan\.quark\.cn\/s\/[0-9a-f]{12}$/
  const strict = listingsOf('demo', { ...taste, spelled, bare: 0.1 }, 1, defaultNow)
  expect(offersOf(strict).every(({ url }) => spelled.test(url))).toBe(true)
  expect(strict.filter(({ offers }) => offers.length === 0).length).toBeGreaterThan(3)
})

test('a search finds titles with all words, in any letter case, newest first', () => {
  const found = findListings(listings, '纸鹤')
  expect(found.length).toBeGreaterThan(2)
  expect(found.every(({ title }) => title.includes('纸鹤'))).toBe(true)
  expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((a, b) => b - a))
  const [first] = found
  const both = findListings(listings, `  ${first?.work.title.toUpperCase()}  `)
  expect(both).toContain(first)
})

test('a fuzzy search answers strangers as well, and nothing when no word is found', () => {
  const loose = findLoosely(listings, '纸鹤')
  expect(loose).toEqual(findLoosely(listings, '纸鹤'))
  expect(loose).toEqual(expect.arrayContaining([...findListings(listings, '纸鹤')]))
  expect(loose.filter(({ title }) => !title.includes('纸鹤')).length).toBeGreaterThan(0)
  const halves = findLoosely(listings, '纸鹤 zzzz')
  expect(findListings(listings, '纸鹤 zzzz')).toEqual([])
  expect(halves.some(({ title }) => title.includes('纸鹤'))).toBe(true)
  expect(findLoosely(listings, 'zzzz')).toEqual([])
  expect(findLoosely(listings, ' ')).toEqual([])
})

test('times are printed eight hours ahead of UTC, without a zone', () => {
  expect(chinaText(new Date('2026-05-02T17:15:30Z'))).toBe('2026-05-03 01:15:30')
})
