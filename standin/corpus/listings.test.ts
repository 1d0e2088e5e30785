// Tests the site listings: repeatable, consistent with the site profile, and searchable.
import { expect, test } from 'vitest'
import { defaultNow } from './corpus.ts'
import { findListings, findLoosely, type Listing, listingsOf, type SiteProfile } from './listings.ts'

const profile: SiteProfile = { types: ['baidu', 'quark', 'xunlei'], has: 0.4, codes: 'either', most: 2 }
const listings = listingsOf('demo', profile, 1, defaultNow)

function offersOf(list: readonly Listing[]): Listing['offers'] {
  return list.flatMap(({ offers }) => [...offers])
}

test('the same site, profile, seed and clock give the same listings; another site or seed gives others', () => {
  expect(listingsOf('demo', profile, 1, defaultNow)).toEqual(listings)
  expect(listingsOf('other', profile, 1, defaultNow)).not.toEqual(listings)
  expect(listingsOf('demo', profile, 2, defaultNow)).not.toEqual(listings)
})

test('ids rise with the dates, and nothing is put up after the clock', () => {
  const times = listings.map(({ at }) => at.getTime())
  expect(listings.map(({ id }) => id)).toEqual(listings.map((_, at) => at + 1))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(defaultNow.getTime())
})

test('a listing has only clouds of the profile, at most as many as it allows, and each code at most once', () => {
  expect(listings.length).toBeGreaterThan(80)
  expect(listings.every(({ offers }) => offers.length <= 2)).toBe(true)
  for (const { type, url, code, truth } of offersOf(listings)) {
    expect(profile.types).toContain(type)
    expect([code, '']).toContain(truth.password === '' ? '' : code)
    if (code === '' && truth.password !== '') expect(url).toContain(truth.password)
    if (code !== '') expect(url).not.toContain(code)
  }
})

test('codes are where the profile puts them', () => {
  const beside = offersOf(listingsOf('demo', { ...profile, codes: 'beside' }, 1, defaultNow))
  const inside = offersOf(listingsOf('demo', { ...profile, codes: 'inside' }, 1, defaultNow))
  const never = offersOf(listingsOf('demo', { ...profile, codes: 'never' }, 1, defaultNow))
  expect(beside.filter(({ code }) => code !== '').length).toBeGreaterThan(50)
  expect(beside.every(({ code, truth }) => code === truth.password)).toBe(true)
  expect(inside.every(({ code }) => code === '')).toBe(true)
  expect(inside.filter(({ truth }) => truth.password !== '').length).toBeGreaterThan(50)
  expect(never.every(({ code, truth }) => code === '' && truth.password === '')).toBe(true)
})

test('a profile may prefer a cloud, limit the link formats, and have listings without links', () => {
  const leaning = offersOf(listingsOf('demo', { ...profile, types: ['mobile', 'quark'], most: 1 }, 1, defaultNow))
  const prefers = offersOf(
    listingsOf('demo', { ...profile, types: ['mobile', 'quark'], most: 1, prefers: 'mobile' }, 1, defaultNow),
  )
  const shareOf = (list: Listing['offers']) => list.filter(({ type }) => type === 'mobile').length / list.length
  expect(shareOf(prefers)).toBeGreaterThan(shareOf(leaning) * 1.4)
  const spelled = /^https:\/\/pan\.quark\.cn\/s\/[0-9a-f]{12}$/
  const strict = listingsOf('demo', { ...profile, spelled, bare: 0.1 }, 1, defaultNow)
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

test('a fuzzy search also returns unrelated listings, and none when no word matches', () => {
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
