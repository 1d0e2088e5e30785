// Listings of a site: its own ids, titles, dates and link formats for the shares that channels also post.
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { type Spelling, spellingsOf } from './link-formats.ts'
import type { CloudType, Truth } from './post.ts'
import type { Share } from './shares.ts'
import { fixedTitles } from './vocabulary.ts'
import { type Work, worksOf } from './works.ts'

/** What a site lists, and how. */
export interface SiteProfile {
  /** The clouds it lists, in its order. */
  readonly types: readonly CloudType[]
  /** Fraction of the works it lists, 0 to 1; fixed titles are more likely. */
  readonly has: number
  /** Where it gives access codes: inside the URL, in a separate field, varying, or never. */
  readonly codes: 'inside' | 'beside' | 'either' | 'never'
  /** Maximum number of links per listing. */
  readonly most: number
  /** Preferred cloud; works without it are listed six times less often. */
  readonly prefers?: CloudType
  /** The link formats it uses; a share without a matching format is not listed. */
  readonly spelled?: RegExp
  /** Fraction of its listings without links, 0 to 1. */
  readonly bare?: number
}

/** One link of a listing. */
export interface Offer {
  readonly type: CloudType
  readonly url: string
  /** The access code given separately from the URL, '' for none. */
  readonly code: string
  readonly truth: Truth
}

/** One entry of a site: a work and its links. */
export interface Listing {
  /** Ids start at 1 with the oldest listing. */
  readonly id: number
  readonly work: Work
  readonly title: string
  /** The site's publication date; it rarely equals the date on other sites. */
  readonly at: Date
  readonly offers: readonly Offer[]
}

const dayMs = 86_400_000
const spanDays = 3 * 365

function spellingsFor(share: Share, { spelled }: SiteProfile): readonly Spelling[] {
  return spellingsOf(share).filter(({ url }) => spelled === undefined || spelled.test(url))
}

function offerOf(share: Share, work: string, profile: SiteProfile, chance: SeededRandom): Offer {
  const { codes } = profile
  const inside = codes === 'inside' || (codes === 'either' && chance.happens(0.5))
  const beside = codes === 'beside' || (codes === 'either' && !inside)
  const spellings = spellingsFor(share, profile)
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

/** Picks some of a work's shares, the preferred cloud first, in the order of the profile. */
function pickShares({ shares }: Work, profile: SiteProfile, chance: SeededRandom): readonly Share[] {
  const known = profile.types
    .flatMap((type) => shares.filter((share) => share.type === type))
    .filter((share) => spellingsFor(share, profile).length > 0)
  const shuffled = chance.some(known, known.length)
  const expected = shuffled.filter(({ type }) => type === profile.prefers)
  const picked = [...new Set([...expected, ...shuffled])].slice(0, profile.most)
  return known.filter((share) => picked.includes(share))
}

function listingOf(work: Work, profile: SiteProfile, chance: SeededRandom): Omit<Listing, 'id' | 'at'> {
  const isBare = profile.bare !== undefined && chance.happens(profile.bare)
  const shares = isBare ? [] : pickShares(work, profile, chance)
  const offers = shares.map((share) => offerOf(share, work.title, profile, chance))
  return { work, title: titleOf(work, chance), offers }
}

const wellKnown = new Set<string>(fixedTitles)

function isListed({ title, shares }: Work, { has, prefers }: SiteProfile, chance: SeededRandom): boolean {
  // Most sites list the titles that people and tests search for, so that results overlap.
  if (wellKnown.has(title)) return chance.happens(1 - (1 - has) ** 3)
  const isExpected = prefers === undefined || shares.some(({ type }) => type === prefers)
  return chance.happens(isExpected ? has : has / 6)
}

/** All listings of a site, oldest first, determined by site, profile, seed and clock. */
export function listingsOf(site: string, profile: SiteProfile, seed: number, now: Date): readonly Listing[] {
  const works = worksOf(seed).filter((work) =>
    isListed(work, profile, createSeededRandom(seed, 'site', site, work.title)),
  )
  const chance = createSeededRandom(seed, 'listings', site)
  // Some works are listed twice, as when a site replaces a dead share.
  const entries = works.flatMap((work) => (chance.happens(0.1) ? [work, work] : [work]))
  const ages = entries.map(() => Math.floor(chance.next() ** 1.5 * spanDays * dayMs)).sort((a, b) => b - a)
  return chance.some(entries, entries.length).map((work, index) => ({
    id: index + 1,
    at: new Date(Math.floor((now.getTime() - (ages[index] ?? 0)) / 1000) * 1000),
    ...listingOf(work, profile, chance),
  }))
}

/** The words of a keyword, in lower case. */
function wordsOf(kw: string): string[] {
  return kw
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The listings whose title contains every word of the keyword, newest first. */
export function findListings(listings: readonly Listing[], kw: string): readonly Listing[] {
  const words = wordsOf(kw)
  return listings.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).toReversed()
}

/** Maximum number of listings that match only some of the words. */
const maxHalfHits = 5

/**
 * Results of a fuzzy search: those of `findListings`, some titles with one of the words, and sometimes an unrelated
 * listing, as if its description matched. Empty when no word of the keyword matches.
 */
export function findLoosely(listings: readonly Listing[], kw: string): readonly Listing[] {
  const words = wordsOf(kw)
  const hits = words.length === 0 ? [] : findListings(listings, kw)
  const halfHits = listings
    .filter(({ title }) => words.some((word) => title.toLowerCase().includes(word)))
    .filter((listing) => !hits.includes(listing))
    .slice(-maxHalfHits)
    .toReversed()
  const found = [...hits, ...halfHits]
  if (found.length === 0) return []
  const chance = createSeededRandom('strangers', words.join(' '), listings.length)
  const strange = listings.filter(({ work }) => !found.some((one) => one.work === work))
  for (const unrelated of chance.some(strange, chance.whole(1, 3)))
    found.splice(chance.whole(0, found.length), 0, unrelated)
  return found
}
