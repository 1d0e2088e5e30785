// The schema of waiting.db and its queries.
import { hash } from 'node:crypto'
import { statementLookup } from '../sql/compiled-statements.ts'
import { toJsonList } from '../sql/json-lists.ts'
import type { MigrationStep } from '../sql/migrations.ts'
import type { Sql } from '../sql/sql.ts'
import type * as made from '../sql/statements/overflow.ts'
import type { OverflowRow, OverflowTables } from '../sql/statements/overflow.ts'
import type { ArchiveBatch, QueuedSighting, SightingToWrite } from './messages.ts'
import { healthOf, numberOfType, typeOfNumber } from './schema.ts'
import { mergeSightings, sightingName } from './write-queue.ts'

/** SQLite only: the queue is always a file. */
export const overflowMigrations: readonly MigrationStep[] = [
  {
    sqlite: `create table waiting (
     place integer primary key autoincrement,
     name text not null unique,
     key text not null,
     type integer not null,
     url text not null,
     password text not null,
     source text not null,
     post text not null,
     title text not null,
     heading text not null,
     at integer,
     tokens text not null,
     seen integer not null
   ) strict;
   create index waiting_by_key on waiting (key, source);
   create table states (key text primary key, state text not null, at integer not null) strict;`,
    postgres: '',
  },
]

/** Looks up a statement by name. */
export const overflowStatement = statementLookup<typeof made>('overflow')

/** Adds a batch. Of two sightings with the same name the newer one stays, at the end of the queue. Call inside a transaction. */
export async function addToOverflow(sql: Sql, { sightings, states }: ArchiveBatch): Promise<void> {
  const before = await sql.all(overflowStatement('byName'), { list: toJsonList(sightings.map(shortNameOf)) })
  const known = new Map(before.map((row) => [row.name, toQueuedSighting(row)]))
  const rows = new Map<string, SightingToWrite>()
  for (const sighting of sightings) {
    const name = shortNameOf(sighting)
    const older = rows.get(name) ?? known.get(name)
    rows.set(name, older ? mergeSightings(older, sighting) : sighting)
  }
  await sql.run(overflowStatement('forget'), { places: toJsonList(before.map(({ place }) => place)) })
  await sql.run(overflowStatement('add'), {
    list: toJsonList([...rows].map(([name, sighting]) => rowOf(name, sighting))),
  })
  await sql.run(overflowStatement('addStates'), {
    list: toJsonList(states.map(([key, { state, at }]) => ({ key, state, at }))),
  })
}

/** The oldest entries, up to `most` of each kind, with their positions. States follow the sightings, because a state needs its share. */
export async function takeFromOverflow(sql: Sql, most: number) {
  const held = await sql.all(overflowStatement('piece'), { from: 0, most })
  const noted = held.length < most ? await sql.all(overflowStatement('someStates'), { most }) : []
  const states = noted.flatMap(({ key, state, at }) => {
    const health = healthOf(state, at)
    return health ? [[key, health] as const] : []
  })
  const batch: ArchiveBatch = { sightings: held.map(toQueuedSighting), states }
  return { batch, places: held.map(({ place }) => place), keys: noted.map(({ key }) => key) }
}

function shortNameOf(sighting: SightingToWrite): string {
  return hash('sha1', sightingName(sighting), 'base64url')
}

function rowOf(name: string, given: SightingToWrite): OverflowRow {
  const { text, seenAt, at = null, type, ...sighting } = given
  return { ...sighting, name, at, type: numberOfType(type), tokens: text, seen: seenAt }
}

/** Converts a row to a sighting with its position. */
export function toQueuedSighting(row: OverflowTables['waiting']): QueuedSighting {
  const { place, key, url, password, source, post, title, heading, at, tokens, seen } = row
  return {
    place,
    key,
    type: typeOfNumber(row.type),
    url,
    password,
    source,
    post,
    title,
    heading,
    at: at ?? undefined,
    text: tokens,
    seenAt: seen,
  }
}
