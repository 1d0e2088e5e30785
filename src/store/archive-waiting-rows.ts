// The tables of waiting.db and what is asked of them.
import { hash } from 'node:crypto'
import type { ArchiveBatch, HeldSighting, SightingToWrite } from './archive-messages.ts'
import { healthOf, numberOfType, typeOfNumber } from './archive-tables.ts'
import { nameOf, newerOf } from './archive-waiting.ts'
import type { Step } from './migrations.ts'
import { createStatements, type Sql } from './sql.ts'
import { asList, isAmong, rowsOf } from './sql-lists.ts'

/** There is no such file where all is in PostgreSQL. */
export const waitingSteps: readonly Step[] = [
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

interface Row {
  /** Made of what it is told from others by, which stands in the row already. */
  readonly name: string
  readonly key: string
  readonly type: number
  readonly url: string
  readonly password: string
  readonly source: string
  readonly post: string
  readonly title: string
  readonly heading: string
  readonly at: number | null
  readonly tokens: string
  readonly seen: number
}

interface Tables {
  waiting: Row & { readonly place: number }
  states: { readonly key: string; readonly state: string; readonly at: number }
}

const cells = {
  ...({ name: 'text', key: 'text', type: 'number', url: 'text', password: 'text', source: 'text' } as const),
  ...({ post: 'text', title: 'text', heading: 'text', at: 'number?', tokens: 'text', seen: 'number' } as const),
} as const
const names = [
  ...(['name', 'key', 'type', 'url', 'password', 'source'] as const),
  ...(['post', 'title', 'heading', 'at', 'tokens', 'seen'] as const),
] as const

const statement = createStatements<Tables>()
const texts = { engine: 'sqlite', of: 'text' } as const
const numbers = { engine: 'sqlite', of: 'number' } as const

export const asking = {
  count: statement({}, (db) => db.selectFrom('waiting').select((its) => its.fn.countAll<number>().as('count'))),
  any: statement({}, (db) => db.selectFrom('waiting').select('place').limit(1)),
  anyState: statement({}, (db) => db.selectFrom('states').select('key').limit(1)),
  piece: statement({ from: 'number', most: 'number' }, (db, { from, most }) =>
    db.selectFrom('waiting').selectAll().where('place', '>=', from).orderBy('place').limit(most),
  ),
  forget: statement({ places: 'text' }, (db, { places }) =>
    db.deleteFrom('waiting').where(isAmong('place', places, numbers)),
  ),
  forgetStates: statement({ keys: 'text' }, (db, { keys }) =>
    db.deleteFrom('states').where(isAmong('key', keys, texts)),
  ),
  letGo: statement({ most: 'number' }, (db, { most }) =>
    db
      .deleteFrom('waiting')
      .where('place', 'in', (of) => of.selectFrom('waiting').select('place').orderBy('place').limit(most)),
  ),
  remove: statement({ list: 'text' }, (db, { list }) =>
    db.deleteFrom('waiting').where('place', 'in', (of) =>
      of
        .selectFrom(rowsOf(list, { key: 'text', source: 'text' }, 'sqlite'))
        .crossJoin('waiting as seen')
        .select('seen.place')
        .whereRef('seen.key', '=', 'given.key')
        .whereRef('seen.source', '=', 'given.source'),
    ),
  ),
}

const byName = statement({ list: 'text' }, (db, { list }) =>
  db
    .selectFrom('waiting')
    .selectAll()
    .where(isAmong('name', list, texts)),
)
const add = statement({ list: 'text' }, (db, { list }) =>
  db
    .insertInto('waiting')
    .columns(names)
    .expression(db.selectFrom(rowsOf(list, cells, 'sqlite')).select(names)),
)
const someStates = statement({ most: 'number' }, (db, { most }) => db.selectFrom('states').selectAll().limit(most))
const addStates = statement({ list: 'text' }, (db, { list }) =>
  db
    .replaceInto('states')
    .columns(['key', 'state', 'at'])
    .expression(
      db
        .selectFrom(rowsOf(list, { key: 'text', state: 'text', at: 'number' }, 'sqlite'))
        .select(['given.key', 'given.state', 'given.at']),
    ),
)

/** Inside a transaction. Of two sightings of one name the newer one stays, in the later place. */
export async function putWaiting(sql: Sql, { sightings, states }: ArchiveBatch): Promise<void> {
  const before = await sql.all(byName, { list: asList(sightings.map(shortNameOf)) })
  const known = new Map(before.map((row) => [row.name, heldOf(row)]))
  const rows = new Map<string, SightingToWrite>()
  for (const sighting of sightings) {
    const name = shortNameOf(sighting)
    const older = rows.get(name) ?? known.get(name)
    rows.set(name, older ? newerOf(older, sighting) : sighting)
  }
  await sql.run(asking.forget, { places: asList(before.map(({ place }) => place)) })
  await sql.run(add, { list: asList([...rows].map(([name, sighting]) => rowOf(name, sighting))) })
  await sql.run(addStates, { list: asList(states.map(([key, { state, at }]) => ({ key, state, at }))) })
}

/** The oldest, at most so many of each kind, and the places of the sightings. A share has to be there before its state can be noted. */
export async function takeWaiting(sql: Sql, most: number) {
  const held = await sql.all(asking.piece, { from: 0, most })
  const noted = held.length < most ? await sql.all(someStates, { most }) : []
  const states = noted.flatMap(({ key, state, at }) => {
    const health = healthOf(state, at)
    return health ? [[key, health] as const] : []
  })
  const batch: ArchiveBatch = { sightings: held.map(heldOf), states }
  return { batch, places: held.map(({ place }) => place), keys: noted.map(({ key }) => key) }
}

function shortNameOf(sighting: SightingToWrite): string {
  return hash('sha1', nameOf(sighting), 'base64url')
}

function rowOf(name: string, given: SightingToWrite): Row {
  const { text, seenAt, at = null, type, ...sighting } = given
  return { ...sighting, name, at, type: numberOfType(type), tokens: text, seen: seenAt }
}

/** The sighting of a row, with its place. */
export function heldOf(row: Tables['waiting']): HeldSighting {
  const { place, key, url, password, source, post, title, heading, at, tokens, seen } = row
  return {
    ...{ place, key, type: typeOfNumber(row.type), url, password, source, post, title, heading },
    ...{ at: at ?? undefined, text: tokens, seenAt: seen },
  }
}
