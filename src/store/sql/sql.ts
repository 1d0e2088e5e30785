// SQL of the storage code, the same for both databases: statements as tagged templates where they are used, and the interface of a database.
export type Dialect = 'sqlite' | 'postgres'

/** Step n migrates schema version n - 1 to n. */
export type MigrationStep = Readonly<Record<Dialect, string>>

export type Value = string | number | null | Uint8Array

/** The arguments of a statement by name. */
type Arguments<A> = { readonly [Name in keyof A]: Value }

/** A statement; `Row` is the type of its result rows. */
export interface Statement<A, Row> {
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
  all<A, Row>(statement: Statement<A, Row>, given: A): Promise<readonly Row[]>
  /** The first row, if there is any. */
  first<A, Row>(statement: Statement<A, Row>, given: A): Promise<Row | undefined>
  /** Returns the number of changed rows. */
  run<A>(statement: Statement<A, unknown>, given: A): Promise<number>
  /** Runs a statement with `rowsOf` for all rows, and returns its results. */
  allRows<Row>(statement: Statement<object, Row>, rows: Iterable<object>): Promise<readonly Row[]>
  /** Runs work in a transaction that excludes other writers. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs SQL text of one database, also several statements: for tables and special commands. */
  script(text: string): Promise<void>
}

/** A part whose text depends on the database; `bind` adds a parameter, or a cell of each row, and returns its placeholder. */
interface Part<Name extends string> {
  (dialect: Dialect, bind: (name: string) => string, rowCount: number): string
  /** Never set: the names of its parameters. */
  readonly asks?: Name
}

/**
 * Creates a statement; `${'key'}` stands for the argument `key`:
 * statement<{ at: number }, { key: string }>`select at from answers where key = ${'key'}`. It is compiled once, on first use.
 */
export function statement<Row, A extends Arguments<A> = Record<never, never>>(
  texts: TemplateStringsArray,
  ...parts: readonly ((keyof A & string) | Part<keyof A & string>)[]
): Statement<A, Row> {
  const compiled = new Map<string, Compiled>()
  function compile(dialect: Dialect, rowCount: number): Compiled {
    const parameters: string[] = []
    const bind = (name: string) => {
      parameters.push(name)
      return dialect === 'sqlite' ? '?' : `$${parameters.length}`
    }
    const values = parts.map((part) => (typeof part === 'string' ? bind(part) : part(dialect, bind, rowCount)))
    return { text: String.raw({ raw: texts }, ...values), parameters }
  }
  return {
    for(dialect, rowCount = 1) {
      const name = `${dialect} ${rowCount}`
      const found = compiled.get(name) ?? compile(dialect, rowCount)
      compiled.set(name, found)
      return found
    },
  }
}

/** Text that is inserted as it is, or that only one database gets. */
export function raw(text: string | number, only?: Dialect): Part<never> {
  return (dialect) => (only === undefined || only === dialect ? `${text}` : '')
}

/** The names of `columns`, which are like 'id bigint, name text'. */
export function namesOf(columns: string): Part<never> {
  return raw(columns.replaceAll(/ (?:bigint|text)/g, ''))
}

/** Whether `column` is in `list`, a JSON array: `["a","b"]`. Uses the index of the column. */
export function among<Name extends string>(column: string, list: Name, type: 'text' | 'bigint' = 'text'): Part<Name> {
  return (dialect, bind) =>
    dialect === 'sqlite'
      ? `${column} in (select value from json_each(${bind(list)}))`
      : `${column} = any(array(select cast(json_array_elements_text(cast(${bind(list)} as json)) as ${type})))`
}

/** The parameter of PostgreSQL that has all rows of `rowsOf`, as a JSON array. */
export const rowList = 'rows'

/**
 * The rows that `allRows` is called with, as the table `given`; `columns` is like 'id bigint, name text', as is
 * `postgresColumns`. In SQLite each cell is a parameter: unpacking cells from JSON takes ten times as long.
 */
export function rowsOf(columns: string, postgresColumns = ''): Part<never> {
  const names = columns.split(', ').map((column) => column.replace(/ .*/, ''))
  return (dialect, bind, rowCount) => {
    if (dialect === 'postgres')
      return `json_to_recordset(cast(${bind(rowList)} as json)) as given(${columns}${postgresColumns})`
    const first = names.map((name) => `${bind(name)} as ${name}`).join(', ')
    const others = Array.from({ length: rowCount - 1 }, () => `(${names.map(bind).join(', ')})`)
    return `(select ${first}${others.length > 0 ? ` union all values ${others.join(', ')}` : ''}) as given`
  }
}

/** The values of a statement's parameters, in order, as both databases can store them. */
export function parameterValues({ parameters }: Compiled, given: unknown): Value[] {
  assume<Readonly<Record<string, Value | undefined>>>(given)
  return parameters.map((name) => {
    const value = given[name] ?? null
    return typeof value === 'string' ? storableText(value) : value
  })
}

/** Replaces lone surrogates and NUL, which not both databases can store. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}

/** Serializes values or rows as one argument, so that a batch needs a few statements instead of hundreds. */
export function toJsonList(values: Iterable<unknown>): string {
  const list = JSON.stringify([...values])
  // Invalid characters are rare, so the list is serialized again only then.
  if (!/\\u(?:0000|d[89a-f])/.test(list)) return list
  return JSON.stringify([...values], (_name, value) => (typeof value === 'string' ? storableText(value) : value))
}

/** Assumes the type of rows or arguments; the only place that does so. */
export function assume<Type>(_value: unknown): asserts _value is Type {
  // Not checked at run time: the types stand beside each statement.
}
