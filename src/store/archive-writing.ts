// Write operations of the archive: sightings, health of shares, and removals.
import { crc32 } from 'node:zlib'
import type { KnownHealth } from '../search/archive/sighting.ts'
import { type Ledger, openLedger, type Share } from './archive-ledger.ts'
import type { Row } from './archive-ledger-rows.ts'
import type { ArchiveBatch, Seen, SightingToWrite } from './archive-messages.ts'
import { ofArchive } from './archive-rows.ts'
import { numberOfType } from './archive-tables.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'

export interface ArchiveWriting {
  /** Writes a batch atomically. Idempotent. @throws database errors. */
  write(batch: ArchiveBatch, now: number): Promise<void>
  remove(sightings: readonly Seen[]): Promise<void>
}

/** `last` and `seen` dates are updated at most this often, so that reading does not cause writes. */
const notedMs = 60 * 60 * 1000
/** Maximum titles of a share from one source. */
const mostTitles = 3
/** A date further in the future was stored while the clock was wrong. */
const aheadMs = 5 * 60 * 1000

/** A received sighting and the current time. */
interface Coming {
  readonly sighting: SightingToWrite
  readonly now: number
}

/** Creates the write operations. */
export function createArchiveWriting(sql: Sql): ArchiveWriting {
  return {
    write: (batch, now) =>
      sql.transact(async () => {
        const ledger = await openLedger(sql, batch)
        for (const sighting of oldestFirst(batch.sightings)) keep(ledger, { sighting, now })
        for (const [key, health] of batch.states) note(ledger, key, health, now)
        await ledger.write()
      }),
    remove: (sightings) =>
      sql.transact(async () => void (await sql.run(ofArchive('removeSeen'), { list: asList(sightings) }))),
  }
}

/** Sorts the oldest first, so that the newest posts get the highest ids and are found first. */
function oldestFirst(sightings: readonly SightingToWrite[]): SightingToWrite[] {
  const timeOf = ({ at }: SightingToWrite) => at ?? Number.NEGATIVE_INFINITY
  return sightings.toSorted((one, other) => timeOf(one) - timeOf(other) || 0)
}

function keep(ledger: Ledger, { sighting: given, now }: Coming): void {
  const share = shareOf(ledger, given, now)
  const source = ledger.source(given.source)
  const rows = ledger.rows(share.id, source)
  const kept = rows.find(({ title }) => title === given.title) ?? rows.find(({ post }) => post === given.post)
  const codeBefore = kept?.password ?? ''
  const isOlder = kept !== undefined && wasBefore(given, kept, now)
  const sighting = { ...given, password: agreeOnCode(ledger, given, rows, isOlder ? '' : codeBefore) }
  tellShareCode(ledger, share, given.password, codeBefore)
  // The post now has another title.
  for (const row of rows) if (row !== kept && row.post === given.post) ledger.removeRow(row)
  const [oldest] = rows
  if (kept && (isOlder || isTheSame(sighting, kept, codeBefore))) touch(ledger, { sighting, now }, kept)
  else if (kept) change(ledger, sighting, kept)
  else if (!oldest || rows.length < mostTitles) ledger.addRow(rowOf(sighting, share.id, source, oldest))
  else if (givesWay(oldest, sighting)) change(ledger, sighting, oldest)
}

/** Determines the access code: an omitted code is kept; a new one applies to all titles without a code or with the `corrected` one. */
function agreeOnCode(ledger: Ledger, { password }: SightingToWrite, rows: readonly Row[], corrected: string): string {
  if (password === '') return rows.findLast((row) => row.password !== '')?.password ?? ''
  for (const row of rows) {
    if (row.password === password || (row.password !== '' && row.password !== corrected)) continue
    row.password = password
    ledger.touched(row)
  }
  return password
}

/** Stores the access code with the share, for sources that omit it. If sources disagree the first one stays, or every search would write. */
function tellShareCode(ledger: Ledger, share: Share, code: string, codeBefore: string): void {
  if (code === '' || share.code === code || (share.code !== '' && share.code !== codeBefore)) return
  share.code = code
  ledger.changed(share)
}

/** Whether the oldest title is replaced. A source with more titles than the maximum must not cause a write each time. */
function givesWay(oldest: Row, { at, seenAt }: SightingToWrite): boolean {
  if (at === undefined || oldest.at === null) return seenAt - oldest.last >= notedMs
  return at > oldest.at
}

function shareOf(ledger: Ledger, { key, url, seenAt }: SightingToWrite, now: number): Share {
  const share = ledger.share(key)
  if (!share) {
    const checked = ledger.recover(key) ?? null
    return ledger.addShare({ key, url, code: '', seen: seenAt, health: checked === null ? null : 'bad', checked })
  }
  const isSeen = isToBeNoted(share.seen, seenAt, now)
  if (share.url === url && !isSeen) return share
  share.url = url
  share.seen = isSeen ? seenAt : Math.max(share.seen, seenAt)
  ledger.changed(share)
  return share
}

/** A new row; `first` is taken from `another` title of the same share and source. */
function rowOf(sighting: SightingToWrite, share: number, source: number, another: Row | undefined): Omit<Row, 'id'> {
  const { type, at = null, seenAt, post, title, heading, password, text } = sighting
  const seen = { first: another?.first ?? seenAt, last: seenAt }
  const words = { post, title, heading, password, tokens: text }
  return { share, source, type: numberOfType(type), sum: crc32(text), at, ...seen, ...words }
}

/**
 * Whether a sighting is older than the stored one. Showing an older post again does not retract the newer one, and neither does a queued
 * sighting that is written after a later one of another replica.
 */
function wasBefore({ at, seenAt }: SightingToWrite, kept: Row, now: number): boolean {
  if (at !== undefined && kept.at !== null && at !== kept.at) return at < kept.at
  return seenAt < kept.last && kept.last <= now
}

function touch(ledger: Ledger, { sighting: { seenAt }, now }: Coming, kept: Row): void {
  if (!isToBeNoted(kept.last, seenAt, now)) return
  kept.last = seenAt
  ledger.touched(kept)
}

function isNew({ post, title, heading }: SightingToWrite, kept: Row): boolean {
  return post !== kept.post || title !== kept.title || heading !== kept.heading
}

function isTheSame(sighting: SightingToWrite, kept: Row, codeBefore: string): boolean {
  const { type, password, at = null, text } = sighting
  if (isNew(sighting, kept) || numberOfType(type) !== kept.type) return false
  return password === codeBefore && at === kept.at && crc32(text) === kept.sum
}

/** Updates a row. With new content it gets the highest id, so that it is found first. */
function change(ledger: Ledger, sighting: SightingToWrite, kept: Row): void {
  const { type, post, title, heading, password, at = null, seenAt, text } = sighting
  ledger.rewritten(kept, isNew(sighting, kept))
  const seen = { type: numberOfType(type), sum: crc32(text), at, last: seenAt }
  Object.assign(kept, { ...seen, post, title, heading, password, tokens: text } satisfies Partial<Row>)
}

/** Whether to update a date: once an hour, and at once if it is in the future. */
function isToBeNoted(notedAt: number, seenAt: number, now: number): boolean {
  return seenAt - notedAt >= notedMs || notedAt > now
}

/** Stores a health state unless a later one is known. Of shares without a row only dead ones are recorded. */
function note(ledger: Ledger, key: string, { state, at }: KnownHealth, now: number): void {
  const share = ledger.share(key)
  const deadAt = share ? undefined : ledger.recover(key)
  const knownAt = share?.checked ?? deadAt ?? Number.NEGATIVE_INFINITY
  const isNews = knownAt <= at || knownAt > now + aheadMs
  if (share && isNews) {
    Object.assign(share, { health: state, checked: at } satisfies Partial<Share>)
    ledger.changed(share)
  } else if (deadAt !== undefined && !isNews) ledger.remember(key, deadAt)
  else if (!share && state === 'bad') ledger.remember(key, at)
}
