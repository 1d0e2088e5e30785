// Write operations of the archive: sightings, health of shares, and removals.
import { crc32 } from 'node:zlib'
import type { Sql } from '../sql/sql.ts'
import { rowsOf, statement } from '../sql/sql-tag.ts'
import type { ArchiveBatch, SightingId, SightingToWrite } from './messages.ts'
import { numberOfType } from './schema.ts'
import type { LinkHealth } from './types.ts'
import { beginUnitOfWork, type StoredShare, type UnitOfWork } from './unit-of-work.ts'
import type { UnitOfWorkRow } from './unit-of-work-rows.ts'

export type ArchiveWrites = ReturnType<typeof createWriteOperations>

/** `last` and `seen` dates are updated at most this often, so that reading does not cause writes. */
const dateUpdateMs = 60 * 60 * 1000
/** Maximum titles of a share from one source. */
const maxTitles = 3
/** A date further in the future was stored while the clock was wrong. */
const maxClockSkewMs = 5 * 60 * 1000

const removeSeen = statement<never>`
  delete from sightings where id in (
    select seen.id from ${rowsOf('key text, source text')}
      cross join shares cross join sources cross join sightings as seen
    where shares.key = given.key and sources.name = given.source and seen.share = shares.id and seen.source = sources.id
  )`

/** Creates the write operations; they reject with database errors. */
export function createWriteOperations(sql: Sql) {
  return {
    /** Writes a batch atomically. Idempotent. */
    write: (batch: ArchiveBatch, now: number): Promise<void> =>
      sql.transaction(async () => {
        const unitOfWork = await beginUnitOfWork(sql, batch)
        for (const sighting of oldestFirst(batch.sightings)) applySighting(unitOfWork, sighting, now)
        for (const [key, health] of batch.states) applyHealth(unitOfWork, key, health, now)
        for (const { share: key, work, seenAt } of batch.works ?? []) {
          const share = unitOfWork.share(key)
          // A share that the archive does not have was refused, or is not written yet.
          if (share) unitOfWork.noteWork(share.id, work, seenAt, now)
        }
        await unitOfWork.write()
      }),
    /** Removes sightings atomically. In a transaction, a frozen PostgreSQL does not remove them after the caller received a failure. */
    remove: (sightings: readonly SightingId[]): Promise<void> =>
      sql.transaction(() => sql.runRows(removeSeen, sightings)),
  }
}

/** Sorts the oldest first, so that the newest posts get the highest ids and are found first. */
function oldestFirst(sightings: readonly SightingToWrite[]): SightingToWrite[] {
  const timeOf = ({ at }: SightingToWrite) => at ?? Number.NEGATIVE_INFINITY
  return sightings.toSorted((one, other) => timeOf(one) - timeOf(other) || 0)
}

function applySighting(unitOfWork: UnitOfWork, given: SightingToWrite, now: number): void {
  const share = shareOf(unitOfWork, given, now)
  const source = unitOfWork.source(given.source)
  const rows = unitOfWork.rows(share.id, source)
  const stored = rows.find(({ title }) => title === given.title) ?? rows.find(({ post }) => post === given.post)
  const codeBefore = stored?.password ?? ''
  const isOlder = stored !== undefined && wasBefore(given, stored, now)
  const sighting = { ...given, password: agreeOnCode(unitOfWork, given, rows, isOlder ? '' : codeBefore) }
  updateShareCode(unitOfWork, share, given.password, codeBefore)
  // The post now has another title.
  for (const row of rows) if (row !== stored && row.post === given.post) unitOfWork.removeRow(row)
  const [oldest] = rows
  if (stored && (isOlder || isTheSame(sighting, stored, codeBefore))) touch(unitOfWork, stored, given.seenAt, now)
  else if (stored) change(unitOfWork, sighting, stored)
  else if (!oldest || rows.length < maxTitles) unitOfWork.addRow(rowOf(sighting, share.id, source, oldest))
  else if (isReplaceable(oldest, sighting)) change(unitOfWork, sighting, oldest)
}

/** Determines the access code: an omitted code is kept; a new one applies to all titles without a code or with the `corrected` one. */
function agreeOnCode(
  unitOfWork: UnitOfWork,
  { password }: SightingToWrite,
  rows: readonly UnitOfWorkRow[],
  corrected: string,
): string {
  if (password === '') return rows.findLast((row) => row.password !== '')?.password ?? ''
  for (const row of rows) {
    if (row.password === password || (row.password !== '' && row.password !== corrected)) continue
    row.password = password
    unitOfWork.markTouched(row)
  }
  return password
}

/** Stores the access code with the share, for sources that omit it. If sources disagree the first one stays, or every search would write. */
function updateShareCode(unitOfWork: UnitOfWork, share: StoredShare, code: string, codeBefore: string): void {
  if (code === '' || share.code === code || (share.code !== '' && share.code !== codeBefore)) return
  share.code = code
  unitOfWork.changed(share)
}

/** Whether the oldest title is replaced. A source with more titles than the maximum must not cause a write each time. */
function isReplaceable(oldest: UnitOfWorkRow, { at, seenAt }: SightingToWrite): boolean {
  if (at === undefined || oldest.at === null) return seenAt - oldest.last >= dateUpdateMs
  return at > oldest.at
}

function shareOf(unitOfWork: UnitOfWork, { key, url, seenAt }: SightingToWrite, now: number): StoredShare {
  const share = unitOfWork.share(key)
  if (!share) {
    const checked = unitOfWork.recover(key) ?? null
    return unitOfWork.addShare({ key, url, code: '', seen: seenAt, health: checked === null ? null : 'bad', checked })
  }
  const isSeen = needsDateUpdate(share.seen, seenAt, now)
  if (share.url === url && !isSeen) return share
  share.url = url
  share.seen = isSeen ? seenAt : Math.max(share.seen, seenAt)
  unitOfWork.changed(share)
  return share
}

/** A new row; `first` is taken from `another` title of the same share and source. */
function rowOf(
  sighting: SightingToWrite,
  share: number,
  source: number,
  another: UnitOfWorkRow | undefined,
): Omit<UnitOfWorkRow, 'id'> {
  const { type, at = null, seenAt, post, title, heading, password, text } = sighting
  const seen = { first: another?.first ?? seenAt, last: seenAt }
  const words = { post, title, heading, password, tokens: text }
  return { share, source, type: numberOfType(type), sum: crc32(text), at, ...seen, ...words }
}

/**
 * Whether a sighting is older than the stored one. Showing an older post again does not retract the newer one, and neither does a queued
 * sighting that is written after a later one of another replica.
 */
function wasBefore({ at, seenAt }: SightingToWrite, stored: UnitOfWorkRow, now: number): boolean {
  if (at !== undefined && stored.at !== null && at !== stored.at) return at < stored.at
  return seenAt < stored.last && stored.last <= now
}

function touch(unitOfWork: UnitOfWork, stored: UnitOfWorkRow, seenAt: number, now: number): void {
  if (!needsDateUpdate(stored.last, seenAt, now)) return
  stored.last = seenAt
  unitOfWork.markTouched(stored)
}

function isNew({ post, title, heading }: SightingToWrite, stored: UnitOfWorkRow): boolean {
  return post !== stored.post || title !== stored.title || heading !== stored.heading
}

function isTheSame(sighting: SightingToWrite, stored: UnitOfWorkRow, codeBefore: string): boolean {
  const { type, password, at = null, text } = sighting
  if (isNew(sighting, stored) || numberOfType(type) !== stored.type) return false
  return password === codeBefore && at === stored.at && crc32(text) === stored.sum
}

/** Updates a row. With new content it gets the highest id, so that it is found first. */
function change(unitOfWork: UnitOfWork, sighting: SightingToWrite, stored: UnitOfWorkRow): void {
  const { type, post, title, heading, password, at = null, seenAt, text } = sighting
  unitOfWork.markRewritten(stored, isNew(sighting, stored))
  const seen = { type: numberOfType(type), sum: crc32(text), at, last: seenAt }
  Object.assign(stored, { ...seen, post, title, heading, password, tokens: text } satisfies Partial<UnitOfWorkRow>)
}

/** Whether to update a date: once an hour, and at once if it is in the future. */
function needsDateUpdate(notedAt: number, seenAt: number, now: number): boolean {
  return seenAt - notedAt >= dateUpdateMs || notedAt > now
}

/** Stores a health state unless a later one is known. Of shares without a row only dead ones are recorded. */
function applyHealth(unitOfWork: UnitOfWork, key: string, { state, at }: LinkHealth, now: number): void {
  const share = unitOfWork.share(key)
  const deadAt = share ? undefined : unitOfWork.recover(key)
  const knownAt = share?.checked ?? deadAt ?? Number.NEGATIVE_INFINITY
  const isNewer = knownAt <= at || knownAt > now + maxClockSkewMs
  if (share && isNewer) {
    Object.assign(share, { health: state, checked: at } satisfies Partial<StoredShare>)
    unitOfWork.changed(share)
  } else if (deadAt !== undefined && !isNewer) unitOfWork.remember(key, deadAt)
  else if (!share && state === 'bad') unitOfWork.remember(key, at)
}
