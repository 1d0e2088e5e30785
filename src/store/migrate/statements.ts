// Statements that only migrations use. Pages are in the order of ids or keys, starting after `after`.

import { among, rowsOf, statement } from '../sql/sql-tag.ts'
import type { MigratingSighting } from './sighting.ts'

/** Records about migrations, which are not migrated themselves. */
export const markNames = {
  /** In the target: names of the records that were merged once. */
  joined: 'joined-once.json',
  /** In a target folder that was empty before the migration. */
  movedHere: 'moved-here.json',
} as const

export const findSightings = statement<MigratingSighting, { after: number; most: number }>`
  select seen.share, seen.source as origin, seen.id, shares.key, seen.type, shares.url, seen.password,
    sources.name as source, seen.post, seen.title, seen.heading, seen.at, seen.first, seen.last,
    shares.code, shares.seen, shares.health, shares.checked
  from sightings as seen cross join shares cross join sources
  where shares.id = seen.share and sources.id = seen.source and seen.id > ${'after'}
  order by seen.id limit ${'most'}`

type SightingColumns = Omit<MigratingSighting, 'key' | 'url' | 'source' | 'code' | 'seen' | 'health' | 'checked'>

/** All sightings of these shares, except those with ids in a range. */
export const findOthersOfShares = statement<SightingColumns, { shares: string; from: number; to: number }>`
  select id, share, source as origin, type, at, first, last, post, title, heading, password from sightings
  where ${among('share', 'shares', 'bigint')} and (id < ${'from'} or id > ${'to'})`

/** Shares that have sightings. */
export const findShares = statement<{ id: number; key: string }, { after: number; most: number }>`
  select id, key from shares
  where id > ${'after'} and exists (select 1 from sightings where sightings.share = shares.id)
  order by id limit ${'most'}`

export const findSourceNames = statement<{ name: string }>`select name from sources order by id`

/** In the order in which they were found dead. */
export const findDead = statement<{ key: string; checked: number }>`select key, checked from dead order by id`

interface ArchiveRowCounts {
  readonly sources: number
  readonly shares: number
  readonly sightings: number
  readonly dead: number
}

export const countArchive = statement<ArchiveRowCounts>`
  select (select count(*) from sources) as sources, (select count(*) from shares) as shares,
    (select count(*) from sightings) as sightings, (select count(*) from dead) as dead`

/** Migrated sightings may have an earlier first date, which nothing else writes. */
export const setFirst = statement<never, { list: string }>`
  update sightings set first = given.first from ${rowsOf('list', 'id bigint, first bigint')}
  where sightings.id = given.id`

/** Answers valid at `now`, without their bodies. */
export const findAnswers = statement<{ key: string; at: number }, { after: string; now: number; most: number }>`
  select key, at from answers where key > ${'after'} and until >= ${'now'} order by key limit ${'most'}`

interface AnswerColumns {
  readonly key: string
  readonly at: number
  readonly until: number
  readonly used: number
  readonly bytes: number
  readonly body: Uint8Array
}

export const findAnswer = statement<AnswerColumns, { key: string }>`
  select key, at, until, used, bytes, body from answers where key = ${'key'}`

export const findAnswerTime = statement<{ at: number }, { key: string }>`
  select at from answers where key = ${'key'}`

/** Keeps a newer answer. */
export const putAnswer = statement<never, AnswerColumns>`
  insert into answers (key, at, until, used, bytes, body)
  values (${'key'}, ${'at'}, ${'until'}, ${'used'}, ${'bytes'}, ${'body'})
  on conflict (key) do update set at = excluded.at, until = excluded.until, used = excluded.used,
    bytes = excluded.bytes, body = excluded.body
  where answers.at < excluded.at`

// Revisions are not read: older versions had none.
export const findRecordNames = statement<{ name: string }>`select name from records order by name`

export const findRecord = statement<{ body: Uint8Array }, { name: string }>`
  select body from records where name = ${'name'}`

/** Changes the revision, so that processes that have read the record notice it. */
export const putRecord = statement<never, { name: string; body: Uint8Array }>`
  insert into records (name, revision, body) values (${'name'}, 1, ${'body'})
  on conflict (name) do update set revision = records.revision + 1, body = excluded.body`
