// The tables of waiting.db, the overflow queue beside PostgreSQL, and their statements.

import { isAmong, rowsOf } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'

export interface OverflowRow {
  /** A hash of the identity of the sighting. */
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

export interface OverflowTables {
  waiting: OverflowRow & { readonly place: number }
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

const statement = createStatements<OverflowTables>(['sqlite'])
const texts = { engine: 'sqlite', of: 'text' } as const
const numbers = { engine: 'sqlite', of: 'number' } as const

export const count = statement({}, (db) =>
  db.selectFrom('waiting').select((its) => its.fn.countAll<number>().as('count')),
)

export const any = statement({}, (db) => db.selectFrom('waiting').select('place').limit(1))

export const anyState = statement({}, (db) => db.selectFrom('states').select('key').limit(1))

export const piece = statement({ from: 'number', most: 'number' }, (db, { from, most }) =>
  db.selectFrom('waiting').selectAll().where('place', '>=', from).orderBy('place').limit(most),
)

export const forget = statement({ places: 'text' }, (db, { places }) =>
  db.deleteFrom('waiting').where(isAmong('place', places, numbers)),
)

export const forgetStates = statement({ keys: 'text' }, (db, { keys }) =>
  db.deleteFrom('states').where(isAmong('key', keys, texts)),
)

export const letGo = statement({ most: 'number' }, (db, { most }) =>
  db
    .deleteFrom('waiting')
    .where('place', 'in', (of) => of.selectFrom('waiting').select('place').orderBy('place').limit(most)),
)

export const remove = statement({ list: 'text' }, (db, { list }) =>
  db.deleteFrom('waiting').where('place', 'in', (of) =>
    of
      .selectFrom(rowsOf(list, { key: 'text', source: 'text' }, 'sqlite'))
      .crossJoin('waiting as seen')
      .select('seen.place')
      .whereRef('seen.key', '=', 'given.key')
      .whereRef('seen.source', '=', 'given.source'),
  ),
)

export const byName = statement({ list: 'text' }, (db, { list }) =>
  db
    .selectFrom('waiting')
    .selectAll()
    .where(isAmong('name', list, texts)),
)
export const add = statement({ list: 'text' }, (db, { list }) =>
  db
    .insertInto('waiting')
    .columns(names)
    .expression(db.selectFrom(rowsOf(list, cells, 'sqlite')).select(names)),
)
export const someStates = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('states').selectAll().limit(most),
)
export const addStates = statement({ list: 'text' }, (db, { list }) =>
  db
    .replaceInto('states')
    .columns(['key', 'state', 'at'])
    .expression(
      db
        .selectFrom(rowsOf(list, { key: 'text', state: 'text', at: 'number' }, 'sqlite'))
        .select(['given.key', 'given.state', 'given.at']),
    ),
)
