// What a site lists of the invented works: its own ids, titles, dates and spellings of the same shares that channels post.
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { Spelling } from './link-format.ts'
import { spellingsOf } from './link-formats.ts'
import type { CloudType, Truth } from './post.ts'
import type { Share } from './shares.ts'
import { fixedTitles } from './vocabulary.ts'
import { type Work, worksOf } from './works.ts'

/** What a site carries. */
export interface SiteProfile {
  /** The clouds it lists, in its order. */
  readonly types: readonly CloudType[]
  /** The share of works it has, 0 to 1; of the fixed titles it has more. */
  readonly has: number
  /** Where it says access codes: inside addresses, in a place beside them, now here and now there, or never. */
  readonly codes: 'inside' | 'beside' | 'either' | 'never'
  /** At most so many addresses a listing. */
  readonly most: number
  /** A cloud it leans to: works that cannot be had there are listed six times less often. */
  readonly prefers?: CloudType
  /** The addresses it knows; a share with no spelling that fits is not listed. */
  readonly spelled?: RegExp
  /** The share of its entries that offer nothing, 0 to 1. */
  readonly bare?: number
}

/** One address of a listing. */
export interface Offer {
  readonly type: CloudType
  readonly url: string
  /** The access code said beside the address, '' for none. */
  readonly code: string
  readonly truth: Truth
}

/** One entry of a site: a work and where it can be had. */
export interface Listing {
  /** From 1, the oldest first. */
  readonly id: number
  readonly work: Work
  readonly title: string
  /** When the site says it was put up: its own time, rarely that of others. */
  readonly at: Date
  readonly offers: readonly Offer[]
}

const dayMs = 86_400_000
const spanDays = 3 * 365

function spellingsFor(share: Share, { spelled }: SiteProfile): readonly Spelling[] {
  return spellingsOf(share).filter(({ url }) => spelled === undefined || spelled.test(url))
}

function offerOf(share: Share, work: string, taste: SiteProfile, chance: SeededRandom): Offer {
  const { codes } = taste
  const inside = codes === 'inside' || (codes === 'either' && chance.happens(0.5))
  const beside = codes === 'beside' || (codes === 'either' && !inside)
  const spellings = spellingsFor(share, taste)
  const fitting = spellings.filter(({ carriesCode }) => carriesCode === (inside && share.password !== ''))
  const { url, carriesCode } = chance.pick(fitting.length > 0 ? fitting : spellings)
  const code = beside && !carriesCode ? share.password : ''
  const password = carriesCode || code !== '' ? share.password : ''
  return { type: share.type, url, code, truth: { type: share.type, code: share.code, password, work } }
}

function titleOf({ title, year, mark }: Work, chance: SeededRandom): string {
  return chance.pick([
    title,
    `${title} (${year}) ${mark}`,
    `${title} ${mark}`,
    `【${mark}】${title}`,
    `${title} [${year}]`,
  ])
}

/** Some of a work's shares, those of the preferred cloud first of all, in the order of the taste. */
function pickShares({ shares }: Work, taste: SiteProfile, chance: SeededRandom): readonly Share[] {
  const known = taste.types
    .flatMap((type) => shares.filter((share) => share.type === type))
    .filter((share) => spellingsFor(share, taste).length > 0)
  const shuffled = chance.some(known, known.length)
  const wanted = shuffled.filter(({ type }) => type === taste.prefers)
  const picked = [...new Set([...wanted, ...shuffled])].slice(0, taste.most)
  return known.filter((share) => picked.includes(share))
}

function listingOf(work: Work, taste: SiteProfile, chance: SeededRandom): Omit<Listing, 'id' | 'at'> {
  const isBare = taste.bare !== undefined && chance.happens(taste.bare)
  const shares = isBare ? [] : pickShares(work, taste, chance)
  const offers = shares.map((share) => offerOf(share, work.title, taste, chance))
  return { work, title: titleOf(work, chance), offers }
}

const wellKnown = new Set<string>(fixedTitles)

function isListed({ title, shares }: Work, { has, prefers }: SiteProfile, chance: SeededRandom): boolean {
  // The titles that people and tests search for are found on most sites, so that answers overlap.
  if (wellKnown.has(title)) return chance.happens(1 - (1 - has) ** 3)
  const isWanted = prefers === undefined || shares.some(({ type }) => type === prefers)
  return chance.happens(isWanted ? has : has / 6)
}

/** All that a site lists, oldest first: the same for the same site, taste, seed and clock. */
export function listingsOf(site: string, taste: SiteProfile, seed: number, now: Date): readonly Listing[] {
  const works = worksOf(seed).filter((work) =>
    isListed(work, taste, createSeededRandom(seed, 'site', site, work.title)),
  )
  const chance = createSeededRandom(seed, 'listings', site)
  // Some works are put up twice, as sites do when a share died.
  const entries = works.flatMap((work) => (chance.happens(0.1) ? [work, work] : [work]))
  const ages = entries.map(() => Math.floor(chance.next() ** 1.5 * spanDays * dayMs)).sort((a, b) => b - a)
  return chance.some(entries, entries.length).map((work, index) => ({
    id: index + 1,
    at: new Date(Math.floor((now.getTime() - (ages[index] ?? 0)) / 1000) * 1000),
    ...listingOf(work, taste, chance),
  }))
}

/** The words of a keyword, in lower case. */
export function wordsOf(kw: string): string[] {
  return kw
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The listings whose title holds every word of the keyword, newest first. */
export function findListings(listings: readonly Listing[], kw: string): readonly Listing[] {
  const words = wordsOf(kw)
  return listings.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).toReversed()
}

/** At most so many listings are found by some of the words alone. */
const mostHalfHits = 5

/**
 * What a fuzzy search answers: the listings of `findListings`, then some whose title holds one of the words, and now and
 * then a stranger among them, as if its description held the keyword. Nothing for a keyword none of whose words is found.
 */
export function findLoosely(listings: readonly Listing[], kw: string): readonly Listing[] {
  const words = wordsOf(kw)
  const hits = words.length === 0 ? [] : findListings(listings, kw)
  const halfHits = listings
    .filter(({ title }) => words.some((word) => title.toLowerCase().includes(word)))
    .filter((listing) => !hits.includes(listing))
    .slice(-mostHalfHits)
    .toReversed()
  const found = [...hits, ...halfHits]
  if (found.length === 0) return []
  const chance = createSeededRandom('strangers', words.join(' '), listings.length)
  const strange = listings.filter(({ work }) => !found.some((one) => one.work === work))
  for (const stranger of chance.some(strange, chance.whole(1, 3)))
    found.splice(chance.whole(0, found.length), 0, stranger)
  return found
}

/** A time as Chinese sites print it, `YYYY-MM-DD HH:mm:ss` eight hours ahead of UTC, without a zone. */
export function chinaText(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
