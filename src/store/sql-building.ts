// Builds statements with the query builder for both databases. Used only to generate src/store/statements.json, never at run time.
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

/** The arguments as placeholders while a statement is built. */
type Places<A extends Asked> = { readonly [Name in keyof A]: RawBuilder<Kinds[A[Name]]> }

/** A statement with the databases that it exists for. */
export interface MadeStatement<A extends Asked, Row> extends Statement<A, Row> {
  readonly engines: readonly Dialect[]
}

/** Query builders for each database, without connections. */
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
 * Creates a function that builds statements over these tables. A statement declares its arguments, `{ key: 'text', at: 'number?' }`, and is
 * built with the query builder; `engine` is for syntax that only one database has.
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
  // The placeholders were created from the names of `A` above.
}

function asParameter(parameter: unknown): Place | Value {
  if (parameter instanceof Place || parameter instanceof Uint8Array || parameter === null) return parameter
  if (typeof parameter === 'string' || typeof parameter === 'number') return parameter
  throw new TypeError(`a statement holds a ${typeof parameter}, which is not a column value`)
}
