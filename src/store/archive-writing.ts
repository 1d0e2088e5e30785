// What is written into the archive: sightings, the health of shares, and what is taken out.
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { KnownHealth } from '../search/archive/sighting.ts'
import { createDeadShares } from './archive-dead.ts'
import type { ArchiveBatch, Seen, SightingToWrite } from './archive-messages.ts'
import { numberOfType } from './archive-tables.ts'

export interface ArchiveWriting {
  /** Inside a transaction, like all here. @throws what SQLite throws. */
  write(batch: ArchiveBatch, now: number): void
  remove(sightings: readonly Seen[]): void
}

/** What was seen within this time is not noted again: reading must not become writing. */
const notedMs = 60 * 60 * 1000
/** Titles of a share that one source showed. */
const mostTitles = 3
/** A time that is farther ahead was noted while the clock was wrong. */
const aheadMs = 5 * 60 * 1000

type Statements = ReturnType<typeof prepare>
type Row = NonNullable<ReturnType<Statements['share']['get']>>

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
      for (const [key, health] of states) note(sql, key, health, now)
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

function keep(sql: Statements, given: SightingToWrite, now: number): void {
  const place = { share: shareOf(sql, given, now), source: sourceOf(sql, given.source) }
  const rows = sql.sightings.all(place.share, place.source)
  const kept = rows.find(({ title }) => title === given.title) ?? rows.find(({ post }) => post === given.post)
  const sighting = { ...given, password: agreeOnCode(sql, given, rows, kept) }
  // For those who show the share without. Of two sources that disagree the first stands, or each search would write.
  if (given.password !== '') sql.tellShareCode.run(given.password, place.share, String(kept?.password ?? ''))
  // The post has another title now.
  for (const row of rows) if (row !== kept && row.post === given.post) sql.removeOne.run(row.id ?? null)
  const [oldest] = rows
  if (kept && (isOlder(sighting, kept) || isTheSame(sighting, kept))) touch(sql, sighting, kept, now)
  else if (kept) change(sql, sighting, kept)
  else if (!oldest || rows.length < mostTitles) add(sql, sighting, place, oldest)
  else if (givesWay(oldest, sighting)) change(sql, sighting, oldest)
}

/** A code that is left out stays; one that is new holds for all titles that have none, or the one that it corrects. Gives the code. */
function agreeOnCode(sql: Statements, given: SightingToWrite, rows: readonly Row[], kept: Row | undefined): string {
  const { password } = given
  if (password === '') return String(rows.findLast((row) => row.password !== '')?.password ?? '')
  const corrected = kept && !isOlder(given, kept) ? kept.password : ''
  for (const row of rows)
    if (row.password !== password && (row.password === '' || row.password === corrected))
      sql.tellCode.run(password, row.id ?? null)
  return password
}

/** Whether the oldest of the titles makes room. A source that shows more of them than are kept must not have us write each time. */
function givesWay(oldest: Row, { at, seenAt }: SightingToWrite): boolean {
  if (at === undefined || oldest.at === null) return seenAt - Number(oldest.last) >= notedMs
  return at > Number(oldest.at)
}

function shareOf(sql: Statements, { key, url, seenAt }: SightingToWrite, now: number): number {
  const share = sql.share.get(key)
  if (!share) {
    const deadAt = sql.dead.recover(key)
    const health = deadAt === undefined ? null : 'bad'
    return Number(sql.addShare.run(key, url, seenAt, health, deadAt ?? null).lastInsertRowid)
  }
  const id = Number(share.id)
  if (share.url !== url || isToBeNoted(Number(share.seen), seenAt, now)) sql.seeShare.run(url, seenAt, id)
  return id
}

function sourceOf(sql: Statements, name: string): number {
  const id = sql.source.get(name)?.id ?? sql.addSource.run(name).lastInsertRowid
  return Number(id)
}

/** What the source showed of the share under `another` title says when it did so first. */
function add(sql: Statements, sighting: SightingToWrite, { share, source }: Place, another: Row | undefined): void {
  const { seenAt, text } = sighting
  const first = another?.first ?? seenAt
  const cells = [share, source, numberOfType(sighting.type), crc32(text), sighting.at ?? null, first, seenAt]
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
  const { type, password, at = null, text } = sighting
  if (isNew(sighting, kept) || numberOfType(type) !== kept.type) return false
  return password === kept.password && at === kept.at && crc32(text) === kept.sum
}

/** What is new gets the highest number, so that it is found first. */
function change(sql: Statements, sighting: SightingToWrite, kept: Row): void {
  const { type, post, title, heading, password, at = null, seenAt, text } = sighting
  const before = kept.id ?? null
  const id = isNew(sighting, kept) ? (sql.next.get()?.id ?? null) : before
  sql.removeText.run(before)
  sql.change.run(id, numberOfType(type), crc32(text), at, seenAt, post, title, heading, password, before)
  sql.addText.run(id, text)
}

/** Once an hour, and at once where the clock was ahead. */
function isToBeNoted(notedAt: number, seenAt: number, now: number): boolean {
  return seenAt - notedAt >= notedMs || notedAt > now
}

/** What was found out later stands. Of shares that are not kept only those are remembered that are dead. */
function note(sql: Statements, key: string, { state, at }: KnownHealth, now: number): void {
  const share = sql.share.get(key)
  const deadAt = share ? undefined : sql.dead.recover(key)
  const knownAt = Number(share?.checked ?? deadAt ?? Number.NEGATIVE_INFINITY)
  const isNews = knownAt <= at || knownAt > now + aheadMs
  if (share && isNews) sql.note.run(state, at, key)
  else if (deadAt !== undefined && !isNews) sql.dead.remember(key, deadAt)
  else if (!share && state === 'bad') sql.dead.remember(key, at)
}

function prepare(db: DatabaseSync) {
  return {
    dead: createDeadShares(db),
    source: db.prepare('select id from sources where name = ?'),
    addSource: db.prepare('insert into sources (name) values (?)'),
    share: db.prepare('select id, url, seen, checked from shares where key = ?'),
    addShare: db.prepare('insert into shares (key, url, seen, health, checked) values (?, ?, ?, ?, ?)'),
    seeShare: db.prepare('update shares set url = ?, seen = ? where id = ?'),
    // The oldest first, and those without a time before them.
    sightings: db.prepare(
      `select id, type, sum, at, first, last, post, title, heading, password from sightings where share = ? and source = ?
       order by at, id`,
    ),
    add: db.prepare(
      `insert into sightings (share, source, type, sum, at, first, last, post, title, heading, password)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    next: db.prepare('select max(id) + 1 as id from sightings'),
    change: db.prepare(
      `update sightings set id = ?, type = ?, sum = ?, at = ?, last = ?, post = ?, title = ?, heading = ?, password = ?
       where id = ?`,
    ),
    touch: db.prepare('update sightings set last = ? where id = ?'),
    addText: db.prepare('insert into grams (rowid, tokens) values (?, ?)'),
    removeText: db.prepare('delete from grams where rowid = ?'),
    note: db.prepare('update shares set health = ?, checked = ? where key = ?'),
    tellCode: db.prepare('update sightings set password = ? where id = ?'),
    tellShareCode: db.prepare(`update shares set code = ?1 where id = ?2 and code in ('', ?3) and code <> ?1`),
    removeOne: db.prepare('delete from sightings where id = ?'),
    remove: db.prepare(
      `delete from sightings where share = (select id from shares where key = ?)
       and source = (select id from sources where name = ?)`,
    ),
  }
}
