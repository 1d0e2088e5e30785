// Items of the archive.org mock: works with their torrents, and hand-made films, books and recordings.

import { type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import { englishSentences } from '../corpus/vocabulary.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { Fields } from './internetarchive-match.ts'
import { escapeHtml } from './page-parts.ts'

/** Torrents only. */
export const internetarchiveTaste: SiteProfile = { types: ['magnet'], has: 0.6, codes: 'never', most: 1 }

/** Hand-made; none is an item of the real archive. */
const inventedTitles = [
  'Paper Crane Newsreel',
  'How to Fold a Paper Crane, reel 2',
  'Lantern Slides of a Harbour That Never Was',
  'The Salt Lake Song (78 rpm transfer)',
  'Valley Radio Hour: the lost broadcasts',
  'Northern Platform timetable & map, 1931',
  'Clock Tower Nights: field recordings',
  'Copper Atlas, volume 3',
  'A Willow Almanac for Gardeners',
  'Quiet Signal demo disk 4',
  'Field Guide to Fog, second edition',
  'Winter Ferry home movie',
  '纸鹤折法讲义',
  '灯塔守则 手抄本',
  '山谷民歌录音',
  '旧港地图集',
] as const

const licences = [
  'http://creativecommons.org/licenses/by/4.0/',
  'https://creativecommons.org/licenses/by-sa/3.0/',
  'https://creativecommons.org/licenses/by-nc-nd/4.0',
  'http://creativecommons.org/publicdomain/mark/1.0/',
  'https://creativecommons.org/publicdomain/zero/1.0/',
  'http://creativecommons.org/licenses/publicdomain/',
] as const

const formats: Readonly<Record<string, readonly string[]>> = {
  movies: ['MPEG4', 'h.264', 'Thumbnail'],
  audio: ['VBR MP3', 'Flac', 'PNG'],
  texts: ['Text PDF', 'EPUB', 'DjVuTXT'],
  software: ['ZIP', 'ISO Image'],
}

const collections: Readonly<Record<string, readonly string[]>> = {
  movies: ['opensource_movies', 'newsandpublicaffairs'],
  audio: ['opensource_audio', 'community'],
  texts: ['opensource', 'community'],
  software: ['open_source_software'],
}

/** The input for an item. */
interface Seedling {
  readonly key: string
  readonly title: string
  readonly at: Date
  /** 40 lower hex digits; absent for an item without a torrent. */
  readonly btih?: string
  /** The item may lack a licence; no test relies on finding it. */
  readonly extra: boolean
}

/** An item of the archive. */
export interface Item {
  readonly identifier: string
  readonly fields: Fields
}

/** A value as a bare string or a list; the real archive does this without a known rule. */
function oneOrMany(values: readonly string[], chance: SeededRandom): string | readonly string[] {
  const [first] = values
  return values.length === 1 && first !== undefined && chance.happens(0.6) ? first : values
}

/** Most items have a licence field; others state the licence in the text or not at all. */
function licenceOf({ extra }: Seedling, chance: SeededRandom): Fields {
  if (!extra || chance.happens(0.7)) return { licenseurl: chance.pick(licences) }
  if (chance.happens(0.3)) return { 'possible-copyright-status': 'NOT_IN_COPYRIGHT' }
  return chance.happens(0.3) ? { rights: '<p>Ask the <b>uploader</b>.</p>' } : {}
}

function titleOf(title: string, chance: SeededRandom): string | readonly string[] {
  return chance.happens(0.12) ? [title, `${title}: alternative title`] : title
}

function describe(chance: SeededRandom): string | readonly string[] {
  const lines = chance.some(englishSentences, chance.whole(1, 3)).map((line) => `<p>${escapeHtml(line)}</p>`)
  return chance.happens(0.2) ? lines : `<div>${lines.join('<br />')}</div>`
}

function identifierOf(title: string, key: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return ['demo', name, key]
    .filter((part) => part !== '')
    .join('_')
    .slice(0, 100)
}

function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}

function itemOf(seedling: Seedling, seed: number): Item {
  const { key, title, at, btih } = seedling
  const chance = createSeededRandom(seed, 'archive', key)
  const mediatype = chance.pick(Object.keys(formats))
  const identifier = identifierOf(title, key)
  const year = chance.whole(1920, 2030)
  const subjects = chance.some(['invented', 'demo', 'stand-in', 'harbour life', 'paper'], chance.whole(1, 3))
  const torrent = btih === undefined ? {} : { btih: chance.happens(0.2) ? btih.toUpperCase() : btih }
  const fields: Fields = {
    ...torrent,
    collection: oneOrMany([...(collections[mediatype] ?? [])].slice(0, chance.whole(1, 2)), chance),
    creator: oneOrMany(
      chance.some(['A. Demo', 'The Invented Society', 'Someone, Not Real'], chance.whole(1, 2)),
      chance,
    ),
    date: `${year}-01-01T00:00:00Z`,
    description: describe(chance),
    downloads: Math.floor(chance.next() ** 3 * 90_000),
    format: [...(formats[mediatype] ?? []), ...(btih === undefined ? [] : ['Archive BitTorrent']), 'Metadata'],
    identifier,
    item_size: chance.whole(900_000, 9_000_000_000),
    language: chance.pick(['eng', 'English', 'chi']),
    mediatype,
    month: chance.whole(0, 300),
    publicdate: utcText(at),
    addeddate: utcText(new Date(at.getTime() - 600_000)),
    subject: chance.happens(0.25) ? subjects.join(';') : oneOrMany(subjects, chance),
    title: titleOf(title, chance),
    week: chance.whole(0, 60),
    year: chance.happens(0.3) ? String(year) : year,
    ...licenceOf(seedling, chance),
  }
  return { identifier, fields }
}

function fromListing({ id, title, at, offers }: Listing, seed: number): Seedling {
  const code = offers[0]?.truth.code ?? ''
  const btih = /^[0-9a-f]{40}$/.test(code) ? { btih: code } : {}
  return {
    key: String(id),
    title,
    at,
    extra: code === '' && createSeededRandom(seed, 'plain item', id).happens(0.5),
    ...btih,
  }
}

function invented(now: Date, seed: number): Seedling[] {
  const chance = createSeededRandom(seed, 'archive extras')
  return inventedTitles.map((title, at) => {
    const seconds = Math.floor(now.getTime() / 1000) - chance.whole(86_400, 400_000_000)
    const hash = chance.letters('0123456789abcdef', 40)
    const btih = at % 5 === 3 ? {} : { btih: hash }
    return { key: `x${at}`, title, at: new Date(seconds * 1000), extra: true, ...btih }
  })
}

/**
 * All items, oldest listing first. Omits Chinese works without a torrent, because they would be the majority of this
 * archive. Every work with a version 1 torrent has an item with that hash and a licence, so that a search restricted to
 * licences finds it too.
 */
export function createItems(seed: number, now: Date): readonly Item[] {
  const listings = listingsOf('internetarchive', internetarchiveTaste, seed, now)
  const kept = listings.filter(({ work, offers }) => offers.length > 0 || /^[\x20-\x7e]+$/.test(work.title))
  return [...kept.map((listing) => fromListing(listing, seed)), ...invented(now, seed)].map((one) => itemOf(one, seed))
}
