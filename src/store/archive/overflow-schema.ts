// The schema of waiting.db and its queries.
import { hash } from 'node:crypto'
import { toJsonList } from '../sql/json-lists.ts'
import type { MigrationStep } from '../sql/migrations.ts'
import type { Sql } from '../sql/sql.ts'
import { among, namesOf, rowsOf, statement } from '../sql/sql-tag.ts'
import type { ArchiveBatch, QueuedSighting, SightingToWrite } from './messages.ts'
import { healthOf, numberOfType, typeOfNumber } from './schema.ts'
import { mergeSightings, sightingName } from './write-queue.ts'

/** SQLite only: the queue is always a file. */
export const overflowMigrations: readonly MigrationStep[] = [
  {
    sqlite: `create table waiting (
     place integer primary key autoincrement, name text not null unique, key text not null, type integer not null,
     url text not null, password text not null, source text not null, post text not null, title text not null,
     heading text not null, at integer, tokens text not null, seen integer not null
   ) strict;
   create index waiting_by_key on waiting (key, source);
   create table states (key text primary key, state text not null, at integer not null) strict;`,
    postgres: '',
  },
]

interface OverflowRow extends Omit<QueuedSighting, 'type' | 'at' | 'text' | 'seenAt'> {
  /** A hash of the identity of the sighting. */
  readonly name: string
  readonly type: number
  readonly at: number | null
  readonly tokens: string
  readonly seen: number
}

const findByName = statement<OverflowRow, { names: string }>`select * from waiting where ${among('name', 'names')}`

export const findOldest = statement<OverflowRow, { from: number; most: number }>`
  select * from waiting where place >= ${'from'} order by place limit ${'most'}`

const findStates = statement<{ key: string; state: string; at: number }, { most: number }>`
  select * from states limit ${'most'}`

const columns =
  'name text, key text, type bigint, url text, password text, source text, post text, title text, heading text, ' +
  'at bigint, tokens text, seen bigint'

const addSightings = statement<never>`
  insert into waiting (${namesOf(columns)}) select ${namesOf(columns)} from ${rowsOf(columns)}`

const addStates = statement<never>`
  replace into states (key, state, at)
  select given.key, given.state, given.at from ${rowsOf('key text, state text, at bigint')}`

export const removeSightings = statement<never, { places: string }>`
  delete from waiting where ${among('place', 'places', 'bigint')}`

/** Adds a batch without its works, which later searches record again. Of two sightings with the same name the newer one stays, at the end of the queue. Call inside a transaction. */
export async function addToOverflow(sql: Sql, { sightings, states }: ArchiveBatch): Promise<void> {
  const before = await sql.all(findByName, { names: toJsonList(sightings.map(shortNameOf)) })
  const known = new Map(before.map((row) => [row.name, toQueuedSighting(row)]))
  const rows = new Map<string, SightingToWrite>()
  for (const sighting of sightings) {
    const name = shortNameOf(sighting)
    const older = rows.get(name) ?? known.get(name)
    rows.set(name, older ? mergeSightings(older, sighting) : sighting)
  }
  await sql.run(removeSightings, { places: toJsonList(before.map(({ place }) => place)) })
  await sql.runRows(
    addSightings,
    [...rows].map(([name, sighting]) => rowOf(name, sighting)),
  )
  await sql.runRows(
    addStates,
    states.map(([key, { state, at }]) => ({ key, state, at })),
  )
}

/** The oldest entries, up to `most` of each kind, with their positions. States follow the sightings, because a state needs its share. */
export async function takeFromOverflow(sql: Sql, most: number) {
  const queued = await sql.all(findOldest, { from: 0, most })
  const noted = queued.length < most ? await sql.all(findStates, { most }) : []
  const states = noted.flatMap(({ key, state, at }) => {
    const health = healthOf(state, at)
    return health ? [[key, health] as const] : []
  })
  const batch: ArchiveBatch = { sightings: queued.map(toQueuedSighting), states }
  return { batch, places: queued.map(({ place }) => place), keys: noted.map(({ key }) => key) }
}

function shortNameOf(sighting: SightingToWrite): string {
  return hash('sha1', sightingName(sighting), 'base64url')
}

function rowOf(name: string, given: SightingToWrite): Omit<OverflowRow, 'place'> {
  const { text, seenAt, at = null, type, ...sighting } = given
  return { ...sighting, name, at, type: numberOfType(type), tokens: text, seen: seenAt }
}

export function toQueuedSighting(row: OverflowRow): QueuedSighting {
  const { name: _name, type, at, tokens, seen, ...sighting } = row
  return { ...sighting, type: typeOfNumber(type), at: at ?? undefined, text: tokens, seenAt: seen }
}
