// SQL statements as tagged templates, where they are used; each text serves both databases.
import { type Arguments, type Compiled, type Dialect, rowList, type Statement } from './sql.ts'

/** A part whose text depends on the database; `bind` adds a parameter and returns its placeholder, `bindCell` one for a column of each row. */
type Part<Name extends string> = (
  dialect: Dialect,
  bind: (name: Name) => string,
  bindCell: (column: string) => string,
  rowCount: number,
) => string

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
    const values = parts.map((part) => (typeof part === 'string' ? bind(part) : part(dialect, bind, bind, rowCount)))
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
export function raw(text: string, only?: Dialect): Part<never> {
  return (dialect) => (only === undefined || only === dialect ? text : '')
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

/**
 * The rows that `runRows` and `allRows` are called with, as the table `given`; `columns` is like 'id bigint, name text', as is
 * `postgresColumns`. In SQLite each cell is a parameter: unpacking cells from JSON takes ten times as long.
 */
export function rowsOf(columns: string, postgresColumns = ''): Part<never> {
  const names = columns.split(', ').map((column) => column.replace(/ .*/, ''))
  return (dialect, _bind, bindCell, rowCount) => {
    if (dialect === 'postgres')
      return `json_to_recordset(cast(${bindCell(rowList)} as json)) as given(${columns}${postgresColumns})`
    const first = names.map((name) => `${bindCell(name)} as ${name}`).join(', ')
    const others = Array.from({ length: rowCount - 1 }, () => `(${names.map(bindCell).join(', ')})`)
    return `(select ${first}${others.length > 0 ? ` union all values ${others.join(', ')}` : ''}) as given`
  }
}
