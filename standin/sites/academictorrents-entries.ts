// Entries of the academictorrents mock: works with their own hashes, hand-made datasets, and irregular rows.

import { type Listing, listingsOf, type SiteProfile } from '../corpus/listings.ts'
import { englishFirst, englishSecond, englishSentences, sentences } from '../corpus/vocabulary.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** Torrents only. */
export const academictorrentsTaste: SiteProfile = { types: ['magnet'], has: 0.5, codes: 'never', most: 1 }

/** A row of the catalogue before it is written as XML. */
export interface Entry {
  readonly title: string
  readonly category: string
  readonly infohash: string
  readonly description: string
  readonly size: number
}

const hex = '0123456789abcdef'
const datasetCount = 40

/** 4 GiB; many datasets are larger. */
const bigBytes = 2 ** 32

/** The entry that another one refers to. */
const supersededHash = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'

/** Hand-made rows, each with an irregularity of the real catalogue. A row without a hash gets a random one. */
const oddRows: ReadonlyArray<Omit<Entry, 'infohash'> & { readonly infohash?: string }> = [
  { title: 'Paper Crane Folding Dataset 2031', category: 'Dataset', description: '', size: bigBytes * 3 + 1 },
  {
    title: 'Cranes & "Lanterns": <annotated> photographs',
    category: 'Dataset',
    description: 'Twelve thousand photographs; CC BY 4.0',
    size: 13_421_772_800,
  },
  {
    title: 'Lighthouse Lectures - Textbook',
    category: 'Course',
    infohash: 'FFEEDDCCBBAA99887766554433221100FFEEDDCC',
    description: '',
    size: 13_269_308,
  },
  {
    title: 'Paper Crane Corpus, damaged row',
    category: 'Dataset',
    infohash: '0123456789abcdef0123456789abcdef0123456',
    description: 'A hash of 39 digits.',
    size: 1024,
  },
  { title: 'Lantern Corpus, no hash yet', category: 'Dataset', infohash: 'pending', description: '', size: 0 },
  {
    title: 'Paper Crane Follow-up',
    category: 'Paper',
    description: `Supersedes https://academictorrents.com/details/${supersededHash} of last year.`,
    size: 40_000_000,
  },
  {
    title: 'Fog Field Notes',
    category: 'Paper',
    infohash: supersededHash,
    description: englishSentences.join(' ').repeat(8),
    size: 900_000,
  },
  { title: '纸鹤图像数据集', category: 'Dataset', description: sentences.join(''), size: bigBytes + 17 },
]

function oddEntries(seed: number): Entry[] {
  const chance = createSeededRandom(seed, 'odd entries')
  return oddRows.map((row) => ({ ...row, infohash: row.infohash ?? chance.letters(hex, 40) }))
}

function datasets(seed: number): Entry[] {
  const chance = createSeededRandom(seed, 'datasets')
  return Array.from({ length: datasetCount }, () => ({
    title: `${chance.pick(englishFirst)} ${chance.pick(englishSecond)} ${chance.pick(['Dataset', 'Measurements', 'Lectures', 'Survey'])} ${chance.whole(2021, 2034)}`,
    category: chance.pick(['Dataset', 'Dataset', 'Course', 'Paper']),
    infohash: chance.letters(hex, 40),
    description: chance.happens(0.2)
      ? ''
      : `${chance.some(englishSentences, chance.whole(1, 3)).join(' ')} CC BY-SA 4.0`,
    size: Math.floor(chance.next() ** 4 * 800_000_000_000),
  }))
}

/** Uses the work's own hash when it has a version 1 torrent, else an invented one. */
function fromListing({ id, title, work, offers }: Listing, seed: number): Entry {
  const chance = createSeededRandom(seed, 'entry', id)
  const invented = chance.letters(hex, 40)
  const code = offers[0]?.truth.code ?? ''
  const known = /^[0-9a-f]{40}$/.test(code) ? code : invented
  const pool = /^[\x20-\x7e]+$/.test(work.title) ? englishSentences : sentences
  return {
    title,
    category: chance.pick(['Dataset', 'Course', 'Paper']),
    infohash: chance.happens(0.05) ? known.toUpperCase() : known,
    description: chance.happens(0.15) ? '' : chance.some(pool, chance.whole(1, 3)).join(' '),
    size: Math.floor(chance.next() ** 3 * 60_000_000_000),
  }
}

/** All entries, newest first as in the catalogue. */
export function createEntries(seed: number, now: Date): readonly Entry[] {
  const listings = listingsOf('academictorrents', academictorrentsTaste, seed, now)
  const all = [...oddEntries(seed), ...datasets(seed), ...listings.map((listing) => fromListing(listing, seed))]
  const chance = createSeededRandom(seed, 'catalogue order')
  return chance.some(all, all.length)
}
