// The row format of hunhepan's hosts and sousou (hunhepan.md, sousou.md): one link, its drive, its files.

import { chinaText, type Listing, type Offer } from '../corpus/listings.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { codeLetters, declare, type Names } from './json-parts.ts'

/** A row in the response of these sites. */
export interface DiskItem {
  readonly disk_id: string
  readonly disk_name: string
  readonly disk_pass: string
  readonly disk_type: string
  readonly files: string
  readonly doc_id: string
  readonly share_user: string
  readonly shared_time: string | null
  readonly link: string
  readonly enabled: boolean
  readonly weight: number
  readonly status: number
}

const diskTypes: Names = {
  baidu: 'BDY',
  aliyun: 'ALY',
  quark: 'QUARK',
  tianyi: 'TIANYI',
  uc: 'UC',
  mobile: 'CAIYUN',
  '115': '115',
  xunlei: 'XUNLEI',
  '123': '123PAN',
  pikpak: 'PIKPAK',
}

function filesOf({ work }: Listing, chance: SeededRandom): string {
  const name = work.title.replaceAll(' ', '.')
  const episodes = Array.from(
    { length: chance.whole(1, 8) },
    (_, at) => `file:${name}.${String(at + 1).padStart(2, '0')}.mp4`,
  )
  return chance.happens(0.3) ? [...episodes, 'folder:字幕', 'file:说明.txt'].join('\n') : episodes.join('\n')
}

/** The row of a link, equal on every host that has it. */
function itemOf(listing: Listing, offer: Omit<Offer, 'truth'>, diskId: string, chance: SeededRandom): DiskItem {
  return {
    disk_id: diskId,
    disk_name: listing.title,
    disk_pass: offer.code,
    disk_type: declare(offer.type, diskTypes, 'LZY', chance),
    files: filesOf(listing, chance),
    doc_id: `cdemo${chance.letters('0123456789abcdef', 12)}`,
    share_user: chance.pick(['小*', '演*示', '灯***人', 'd***o']),
    shared_time: chinaText(listing.at),
    link: offer.url,
    enabled: true,
    weight: chance.whole(0, 9),
    status: 0,
  }
}

/** The rows of a listing; for some listings the first one or two have no id, or an unusable row is added. */
export function itemsOf(listing: Listing, site: string, seed: number): DiskItem[] {
  const chance = createSeededRandom(seed, 'items', site, listing.id)
  const rows = listing.offers.map((offer) => {
    const diskId = chance.happens(0.06) ? '' : offer.truth.code
    return itemOf(listing, offer, diskId, chance)
  })
  const code = chance.letters(codeLetters, 10)
  const stranger = { type: 'others', url: `https://drive.example.org/s/${code}`, code: '' } as const
  const odd = itemOf(listing, stranger, code, chance)
  if (listing.id % 9 === 1) rows.push({ ...odd, link: '' })
  if (listing.id % 9 === 4)
    rows.push({ ...odd, disk_id: '', shared_time: null, disk_name: `${listing.title} &amp; 花絮` })
  if (listing.id % 9 === 7) rows.push({ ...odd, shared_time: '', files: '' })
  return rows
}
