// What storage code asks of a database, whichever engine it is: statements that were written down once, run with their arguments.

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

/** What a statement is handed: names, and the kinds of what they stand for. */
export type Asked = Readonly<Record<string, keyof Kinds>>

/** The arguments of a statement by their names. */
type Given<A extends Asked> = { readonly [Name in keyof A]: Kinds[A[Name]] }

/** A statement. `Row` is what it gives. */
export interface Statement<A extends Asked, Row> {
  /** The text for an engine, and what stands in the places of its parameters: names of arguments, or values that are always the same. */
  for(engine: Dialect): Compiled
  /** Never called: they say what it is handed, and what a row is. */
  readonly asks?: A
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

/** The values in the order of a statement's parameters. */
export function valuesOf({ parameters }: Compiled, given: Readonly<Record<string, Value>>): Value[] {
  return parameters.map((parameter) => (parameter instanceof Place ? (given[parameter.name] ?? null) : parameter))
}

/** What a statement gives is what it was written to give: the one place where that is believed. */
export function believeRows<Row>(_rows: readonly unknown[]): asserts _rows is readonly Row[] {
  // Nothing can be checked here: the builder made the statement from the tables.
}
