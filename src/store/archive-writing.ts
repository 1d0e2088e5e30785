// What is written into the archive: sightings, the health of shares, and what is taken out.
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { KnownHealth } from '../search/archive/sighting.ts'
import type { ArchiveBatch, Seen, SightingToWrite } from './archive-messages.ts'
import { numberOfType } from './archive-tables.ts'

export interface ArchiveWriting {
  /** Inside a transaction, like all here. @throws what SQLite throws. */
  write(batch: ArchiveBatch, now: number): void
  remove(sightings: readonly Seen[]): void
}

/** What was seen within this time is not noted again: reading must not become writing. */
const notedMs = 60 * 60 * 1000

type Statements = ReturnType<typeof prepare>
type Row = NonNullable<ReturnType<Statements['sighting']['get']>>

/** Where a sighting belongs. */
interface Place {
  readonly share: number
  readonly source: number
}

/** Writes into `db`. */
export function createArchiveWriting(db: DatabaseSync): ArchiveWriting {
  const sql = prepare(db)
  return {
    write({ sightings, states }, now) {
      for (const sighting of oldestFirst(sightings)) keep(sql, sighting, now)
      for (const [key, health] of states) note(sql, key, health)
    },
    remove(sightings) {
      for (const { key, source } of sightings) sql.remove.run(key, source)
    },
  }
}

/** The newest posts get the highest numbers, and those are found first. */
function oldestFirst(sightings: readonly SightingToWrite[]): SightingToWrite[] {
  const timeOf = ({ at }: SightingToWrite) => at ?? Number.NEGATIVE_INFINITY
  return sightings.toSorted((one, other) => timeOf(one) - timeOf(other) || 0)
}

function keep(sql: Statements, sighting: SightingToWrite, now: number): void {
  const place = { share: shareOf(sql, sighting, now), source: sourceOf(sql, sighting.source) }
  const kept = sql.sighting.get(place.share, place.source)
  if (!kept) add(sql, sighting, place)
  else if (isOlder(sighting, kept) || isTheSame(sighting, kept)) touch(sql, sighting, kept, now)
  else change(sql, sighting, kept)
}

function shareOf(sql: Statements, { key, type, url, seenAt }: SightingToWrite, now: number): number {
  const share = sql.share.get(key)
  if (!share) return Number(sql.addShare.run(key, numberOfType(type), url, seenAt).lastInsertRowid)
  const id = Number(share.id)
  if (share.url !== url || isToBeNoted(Number(share.seen), seenAt, now)) sql.seeShare.run(url, seenAt, id)
  return id
}

function sourceOf(sql: Statements, name: string): number {
  const id = sql.source.get(name)?.id ?? sql.addSource.run(name).lastInsertRowid
  return Number(id)
}

function add(sql: Statements, sighting: SightingToWrite, { share, source }: Place): void {
  const { seenAt, text } = sighting
  const cells = [share, source, numberOfType(sighting.type), crc32(text), sighting.at ?? null, seenAt, seenAt]
  const added = sql.add.run(...cells, sighting.post, sighting.title, sighting.heading, sighting.password)
  sql.addText.run(added.lastInsertRowid, text)
}

/** A source that shows an older post of the share again has not taken the newer one back. */
function isOlder({ at }: SightingToWrite, kept: Row): boolean {
  return at !== undefined && kept.at !== null && at < Number(kept.at)
}

function touch(sql: Statements, { seenAt }: SightingToWrite, kept: Row, now: number): void {
  if (isToBeNoted(Number(kept.last), seenAt, now)) sql.touch.run(seenAt, kept.id ?? null)
}

function isNew({ post, title, heading }: SightingToWrite, kept: Row): boolean {
  return post !== kept.post || title !== kept.title || heading !== kept.heading
}

function isTheSame(sighting: SightingToWrite, kept: Row): boolean {
  const { password, at = null, text } = sighting
  return !isNew(sighting, kept) && password === kept.password && at === kept.at && crc32(text) === kept.sum
}

/** What is new gets the highest number, so that it is found first. */
function change(sql: Statements, sighting: SightingToWrite, kept: Row): void {
  const { post, title, heading, password, at = null, seenAt, text } = sighting
  const before = kept.id ?? null
  const id = isNew(sighting, kept) ? (sql.next.get()?.id ?? null) : before
  sql.removeText.run(before)
  sql.change.run(id, crc32(text), at, seenAt, post, title, heading, password, before)
  sql.addText.run(id, text)
}

/** Once an hour, and at once where the clock was ahead. */
function isToBeNoted(notedAt: number, seenAt: number, now: number): boolean {
  return seenAt - notedAt >= notedMs || notedAt > now
}

/** What was found out later stands. */
function note(sql: Statements, key: string, { state, at }: KnownHealth): void {
  sql.note.run(state, at, key, at)
}

function prepare(db: DatabaseSync) {
  return {
    source: db.prepare('select id from sources where name = ?'),
    addSource: db.prepare('insert into sources (name) values (?)'),
    share: db.prepare('select id, url, seen from shares where key = ?'),
    addShare: db.prepare('insert into shares (key, type, url, seen) values (?, ?, ?, ?)'),
    seeShare: db.prepare('update shares set url = ?, seen = ? where id = ?'),
    sighting: db.prepare(
      'select id, sum, at, last, post, title, heading, password from sightings where share = ? and source = ?',
    ),
    add: db.prepare(
      `insert into sightings (share, source, type, sum, at, first, last, post, title, heading, password)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    next: db.prepare('select max(id) + 1 as id from sightings'),
    change: db.prepare(
      `update sightings set id = ?, sum = ?, at = ?, last = ?, post = ?, title = ?, heading = ?, password = ? where id = ?`,
    ),
    touch: db.prepare('update sightings set last = ? where id = ?'),
    addText: db.prepare('insert into grams (rowid, tokens) values (?, ?)'),
    removeText: db.prepare('delete from grams where rowid = ?'),
    note: db.prepare('update shares set health = ?, checked = ? where key = ? and (checked is null or checked <= ?)'),
    remove: db.prepare(
      `delete from sightings where share = (select id from shares where key = ?)
       and source = (select id from sources where name = ?)`,
    ),
  }
}
