// Metadata of one archive item (internet-archive.md section 3): files, fields, and the stub of a dark item.
import { createHash } from 'node:crypto'
import type { Item } from './internetarchive-items.ts'

/** An item that was taken down; searches do not return it. */
export const darkIdentifier = 'demo_dark_item'

function digest(kind: 'md5' | 'sha1', text: string): string {
  return createHash(kind).update(text).digest('hex')
}

function fileOf(item: Item, name: string, rest: Readonly<Record<string, string>>) {
  const key = `${item.identifier}/${name}`
  return {
    name,
    mtime: '1790000000',
    md5: digest('md5', key),
    crc32: digest('md5', key).slice(0, 8),
    sha1: digest('sha1', key),
    ...rest,
  }
}

function filesOf(item: Item) {
  const { identifier, fields } = item
  const size = String(fields.item_size)
  const original = fileOf(item, `${identifier}.bin`, { source: 'original', format: 'Data', size })
  const btih = fields.btih
  if (btih === undefined) return [original]
  const rest = { source: 'metadata', format: 'Archive BitTorrent', size: '1579', btih: String(btih).toLowerCase() }
  return [original, fileOf(item, `${identifier}_archive.torrent`, rest)]
}

/** Dates contain a space inside metadata; fields that only a search returns are omitted. */
function insideOf({ fields }: Item) {
  const {
    btih: _btih,
    format: _format,
    downloads: _downloads,
    item_size: _size,
    month: _month,
    week: _week,
    ...rest
  } = fields
  const dated = (value: unknown): string => String(value).replace('T', ' ').replace('Z', '')
  return {
    ...rest,
    publicdate: dated(fields.publicdate),
    addeddate: dated(fields.addeddate),
    uploader: 'demo@example.org',
  }
}

/** The metadata record of an item; `{}` when there is none. */
export function metadataOf(identifier: string, item: Item | undefined): Readonly<Record<string, unknown>> {
  const servers = ['ia800000.us.archive.org', 'ia600000.us.archive.org']
  const place = { d1: servers[1], d2: servers[0], dir: `/7/items/${identifier}`, server: servers[0] }
  if (identifier === darkIdentifier) {
    return { created: 1_790_000_000, ...place, is_dark: true, metadata: { identifier }, workable_servers: servers }
  }
  if (item === undefined) return {}
  const files = filesOf(item)
  return {
    created: 1_790_000_000,
    ...place,
    files,
    files_count: files.length,
    item_last_updated: 1_789_000_000,
    item_size: item.fields.item_size,
    metadata: insideOf(item),
    uniq: 1,
    workable_servers: servers,
  }
}
