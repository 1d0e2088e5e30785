// What storage code asks of a database, whichever engine it is: statements made once with the query builder, run with their arguments.
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

/** The databases that keep what is kept. */
export type Dialect = 'sqlite' | 'postgres'

/** What stands in a column, or is handed to a statement. */
export type Value = string | number | null | Uint8Array

/** The kinds of arguments; one with a question mark may be absent. */
export interface Kinds {
  readonly text: string
  readonly number: number
  readonly bytes: Uint8Array
  readonly 'text?': string | null
  readonly 'number?': number | null
}

type Asked = Readonly<Record<string, keyof Kinds>>

/** The arguments of a statement by their names. */
type Given<A extends Asked> = { readonly [Name in keyof A]: Kinds[A[Name]] }

/** The arguments as they stand in a statement while it is made. */
type Places<A extends Asked> = { readonly [Name in keyof A]: RawBuilder<Kinds[A[Name]]> }

/** A statement, made once. `Row` is what it gives. */
export interface Statement<A extends Asked, Row> {
  readonly args: A
  /** The text for an engine, and what stands in the places of its parameters: names of arguments, or values that are always the same. */
  for(engine: Dialect): Compiled
  /** Never called: it says what a row is. */
  readonly rowOf?: (row: never) => Row
}

/** A statement in the words of an engine. */
export interface Compiled {
  readonly text: string
  readonly parameters: readonly (Place | Value)[]
}

/** Where an argument stands. */
export class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A database that is open; what it asks is done one after the other. Whatever the engine throws comes through. */
export interface Sql {
  readonly engine: Dialect
  all<A extends Asked, Row>(statement: Statement<A, Row>, given: Given<A>): Promise<readonly Row[]>
  /** The first row, if there is any. */
  first<A extends Asked, Row>(statement: Statement<A, Row>, given: Given<A>): Promise<Row | undefined>
  /** How many rows have changed. */
  run<A extends Asked>(statement: Statement<A, unknown>, given: Given<A>): Promise<number>
  /** All or nothing, and nobody else writes meanwhile. */
  transact<T>(work: () => Promise<T>): Promise<T>
  /** Words of the engine as they are, several statements if need be: for tables, and for what only one engine knows. */
  script(text: string): Promise<void>
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
 * Makes what makes statements over some tables. A statement says what it is handed, `{ key: 'text', at: 'number?' }`, and is written with
 * the query builder; `engine` is for the few words that only one of them knows.
 */
export function createStatements<Tables>() {
  const builders = createBuilders<Tables>()
  return function statement<const A extends Asked, Row>(
    args: A,
    build: (db: Kysely<Tables>, place: Places<A>, engine: Dialect) => Compilable<Row>,
  ): Statement<A, Row> {
    const compiled = new Map<Dialect, Compiled>()
    return {
      args,
      for(engine) {
        const known = compiled.get(engine)
        if (known) return known
        const { sql: text, parameters } = build(builders[engine], placesOf(args), engine).compile()
        const made = { text, parameters: parameters.map(asParameter) }
        compiled.set(engine, made)
        return made
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

/** The values in the order of a statement's parameters. */
export function valuesOf({ parameters }: Compiled, given: Readonly<Record<string, Value>>): Value[] {
  return parameters.map((parameter) => (parameter instanceof Place ? (given[parameter.name] ?? null) : parameter))
}

/** What a statement gives is what it was written to give: the one place where that is believed. */
export function believeRows<Row>(_rows: readonly unknown[]): asserts _rows is readonly Row[] {
  // Nothing can be checked here: the builder made the statement from the tables.
}
