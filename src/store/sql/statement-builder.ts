// Builds statements with the query builder for both databases. Used only to generate src/store/sql/statements.json, never at run time.
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
import {
  type ColumnTypes,
  type Dialect,
  type ParameterTypes,
  type Statement,
  StatementParameter,
  type Value,
} from './sql.ts'

/** The arguments as placeholders while a statement is built. */
type Placeholders<A extends ParameterTypes> = { readonly [Name in keyof A]: RawBuilder<ColumnTypes[A[Name]]> }

/** A statement with the databases that it exists for. */
export interface MadeStatement<A extends ParameterTypes, Row> extends Statement<A, Row> {
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
  return function statement<const A extends ParameterTypes, Row>(
    args: A,
    build: (db: Kysely<Tables>, place: Placeholders<A>, engine: Dialect) => Compilable<Row>,
  ): MadeStatement<A, Row> {
    return {
      engines,
      for(engine) {
        const { sql: text, parameters } = build(builders[engine], createPlaceholders(args), engine).compile()
        return { text, parameters: parameters.map(asParameter) }
      },
    }
  }
}

function createPlaceholders<A extends ParameterTypes>(args: A): Placeholders<A> {
  const places = Object.fromEntries(Object.keys(args).map((name) => [name, sql`${new StatementParameter(name)}`]))
  assumePlaceholders<A>(places)
  return places
}

function assumePlaceholders<A extends ParameterTypes>(_places: object): asserts _places is Placeholders<A> {
  // The placeholders were created from the names of `A` above.
}

function asParameter(parameter: unknown): StatementParameter | Value {
  if (parameter instanceof StatementParameter || parameter instanceof Uint8Array || parameter === null) return parameter
  if (typeof parameter === 'string' || typeof parameter === 'number') return parameter
  throw new TypeError(`a statement holds a ${typeof parameter}, which is not a column value`)
}
