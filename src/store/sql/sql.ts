// The SQL interface of the storage code, the same for both databases: compiled statements with arguments.

/** The supported databases. */
export type Dialect = 'sqlite' | 'postgres'

/** A column value or argument. */
export type Value = string | number | null | Uint8Array

/** Argument types; with a question mark the argument may be null. */
export interface ColumnTypes {
  readonly text: string
  readonly number: number
  readonly bytes: Uint8Array
  readonly 'text?': string | null
  readonly 'number?': number | null
}

/** Names and types of a statement's arguments. */
export type ParameterTypes = Readonly<Record<string, keyof ColumnTypes>>

/** The arguments of a statement by name. */
type Arguments<A extends ParameterTypes> = { readonly [Name in keyof A]: ColumnTypes[A[Name]] }

/** A statement; `Row` is the type of its result rows. */
export interface Statement<A extends ParameterTypes, Row> {
  /** The SQL text for a database, and its parameters: names of arguments, or constants. */
  for(engine: Dialect): Compiled
  /** Never set: these fields carry the types of arguments and rows. */
  readonly asks?: A
  readonly rowOf?: (row: never) => Row
}

/** A statement for one database. */
export interface Compiled {
  readonly text: string
  readonly parameters: readonly (StatementParameter | Value)[]
}

/** A parameter that stands for an argument. */
export class StatementParameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** An open database; calls run one after the other. Rejects with database errors. */
export interface Sql {
  readonly engine: Dialect
  all<A extends ParameterTypes, Row>(statement: Statement<A, Row>, given: Arguments<A>): Promise<readonly Row[]>
  /** The first row, if there is any. */
  first<A extends ParameterTypes, Row>(statement: Statement<A, Row>, given: Arguments<A>): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run<A extends ParameterTypes>(statement: Statement<A, unknown>, given: Arguments<A>): Promise<number>
  /** Runs work in a transaction that excludes other writers. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs SQL text of one database, also several statements: for tables and special commands. */
  script(text: string): Promise<void>
}

/** The values of a statement's parameters, in order. */
export function parameterValues({ parameters }: Compiled, given: Readonly<Record<string, Value>>): Value[] {
  return parameters.map((parameter) =>
    parameter instanceof StatementParameter ? (given[parameter.name] ?? null) : parameter,
  )
}

/** Assumes the row type; the only place that does so. */
export function assumeRows<Row>(_rows: readonly unknown[]): asserts _rows is readonly Row[] {
  // Not checked at run time: the builder derives the row type from the tables.
}
