// How statements are made with the query builder, for both engines. Only what writes src/store/statements.json down comes here; no service does.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { type Asked, type Dialect, type Kinds, Place, type Statement, type Value } from './sql.ts'

/** The arguments as they stand in a statement while it is made. */
type Places<A extends Asked> = { readonly [Name in keyof A]: RawBuilder<Kinds[A[Name]]> }

/** A statement that can say itself in the words of these engines. */
export interface MadeStatement<A extends Asked, Row> extends Statement<A, Row> {
  readonly engines: readonly Dialect[]
}

/** The builders, one an engine: they make texts and ask nobody. */
function createBuilders<Tables>(): Readonly<Record<Dialect, Kysely<Tables>>> {
  return {
    sqlite: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    postgres: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  }
}

/**
 * Makes what makes statements over some tables, which are in databases of these engines. A statement says what it is handed,
 * `{ key: 'text', at: 'number?' }`, and is written with the query builder; `engine` is for the few words that only one of them knows.
 */
export function createStatements<Tables>(engines: readonly Dialect[] = ['sqlite', 'postgres']) {
  const builders = createBuilders<Tables>()
  return function statement<const A extends Asked, Row>(
    args: A,
    build: (db: Kysely<Tables>, place: Places<A>, engine: Dialect) => Compilable<Row>,
  ): MadeStatement<A, Row> {
    return {
      engines,
      for(engine) {
        const { sql: text, parameters } = build(builders[engine], placesOf(args), engine).compile()
        return { text, parameters: parameters.map(asParameter) }
      },
    }
  }
}

function placesOf<A extends Asked>(args: A): Places<A> {
  const places = Object.fromEntries(Object.keys(args).map((name) => [name, sql`${new Place(name)}`]))
  believePlaces<A>(places)
  return places
}

function believePlaces<A extends Asked>(_places: object): asserts _places is Places<A> {
  // Each was made of a name of `A` a moment ago.
}

function asParameter(parameter: unknown): Place | Value {
  if (parameter instanceof Place || parameter instanceof Uint8Array || parameter === null) return parameter
  if (typeof parameter === 'string' || typeof parameter === 'number') return parameter
  throw new TypeError(`a statement holds a ${typeof parameter}, which is no value of a column`)
}
