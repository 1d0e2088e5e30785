// The SQL interface of the storage code, the same for both databases: statements with arguments.
export type Dialect = 'sqlite' | 'postgres'

/** Step n migrates schema version n - 1 to n. */
export type MigrationStep = Readonly<Record<Dialect, string>>

export type Value = string | number | null | Uint8Array

/** The arguments of a statement by name. */
export type Arguments<A> = { readonly [Name in keyof A]: Value }

/** The arguments of a statement that has none. */
export type NoArguments = Record<never, never>

/** A statement; `Row` is the type of its result rows. */
export interface Statement<A extends Arguments<A>, Row> {
  /** SQLite only: the text for `rowCount` rows of `rowsOf`, default one. */
  for(dialect: Dialect, rowCount?: number): Compiled
  /** Never set: these fields carry the types of arguments and rows. */
  readonly asks?: A
  readonly rowOf?: (row: never) => Row
}

/** The text of a statement for one database, and the names of the arguments that its parameters stand for. */
export interface Compiled {
  readonly text: string
  readonly parameters: readonly string[]
}

/** An open database; calls run one after the other. Rejects with database errors. */
export interface Sql {
  readonly engine: Dialect
  all<A extends Arguments<A>, Row>(statement: Statement<A, Row>, given: A): Promise<readonly Row[]>
  /** The first row, if there is any. */
  first<A extends Arguments<A>, Row>(statement: Statement<A, Row>, given: A): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run<A extends Arguments<A>>(statement: Statement<A, unknown>, given: A): Promise<number>
  /** Runs a statement with `rowsOf` for all rows, or for none if that fails. */
  runRows(statement: Statement<NoArguments, unknown>, rows: Iterable<object>): Promise<void>
  /** The results of a statement with `rowsOf` for all rows. */
  allRows<Row>(statement: Statement<NoArguments, Row>, rows: Iterable<object>): Promise<readonly Row[]>
  /** Runs work in a transaction that excludes other writers. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs SQL text of one database, also several statements: for tables and special commands. */
  script(text: string): Promise<void>
}

/** The parameter of PostgreSQL that has all rows of `rowsOf`, as a JSON array. */
export const rowList = 'rows'

/** The values of a statement's parameters, in order, as both databases can store them. */
export function parameterValues({ parameters }: Compiled, given: object): Value[] {
  assumeValues(given)
  return parameters.map((name) => {
    const value = given[name] ?? null
    return typeof value === 'string' ? storableText(value) : value
  })
}

/** Replaces lone surrogates and NUL, which not both databases can store. */
export function storableText(text: string): string {
  const wellFormed = text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\u{FFFD}') : wellFormed
}

/** Serializes values or rows as one argument, so that a batch needs a few statements instead of hundreds. */
export function toJsonList(values: Iterable<unknown>): string {
  const list = JSON.stringify([...values])
  // Invalid characters are rare, so the list is serialized again only then.
  return /\\u(?:0000|d[89a-f])/.test(list) ? JSON.stringify([...values], (_name, value) => storableIfText(value)) : list
}

function storableIfText(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}

function assumeValues(_given: object): asserts _given is Readonly<Record<string, Value | undefined>> {
  // Not checked at run time: the argument type stands beside each statement.
}

/** Assumes the row type; the only place that does so. */
export function assumeRows<Row>(_rows: readonly unknown[]): asserts _rows is readonly Row[] {
  // Not checked at run time: the row type stands beside each statement.
}
