// Reads the compiled statements of statements.json, so that the query builder is not loaded at run time.
import { type Compiled, type Dialect, StatementParameter, type Value } from './sql.ts'
import written from './statements.json' with { type: 'json' }

/** A statement for one database as stored in the file; a string parameter is the name of an argument. */
export interface StoredStatement {
  readonly text: string
  readonly parameters: readonly (string | { readonly always: string | number | null })[]
}

/** The content of the file: by file in statements/, statement and database. */
export type StoredStatements = Readonly<
  Record<string, Readonly<Record<string, Readonly<Partial<Record<Dialect, StoredStatement>>>>>>
>

/**
 * Looks up the statements of a file in statements/ by name: `const ofHome = statementsOf<typeof made>('home')`, then `ofHome('answer')`. `Made` is
 * that file, imported only as a type; `all` is for tests. The returned function
 * @throws Error with instructions when a statement is executed that is not in the file.
 */
export function statementLookup<Made>(file: string, all: StoredStatements = written) {
  const known = new Map<string, Compiled>()
  function read(name: string, engine: Dialect): Compiled {
    const place = `${name} ${engine}`
    const compiled = known.get(place) ?? compiledOf(all[file]?.[name]?.[engine], { file, name, engine })
    known.set(place, compiled)
    return compiled
  }
  return function statement<Name extends keyof Made & string>(name: Name): Made[Name] {
    const found = { for: (engine: Dialect) => read(name, engine) }
    assumeStatement<Made[Name]>(found)
    return found
  }
}

interface StatementRef {
  readonly file: string
  readonly name: string
  readonly engine: Dialect
}

function compiledOf(found: StoredStatement | undefined, { file, name, engine }: StatementRef): Compiled {
  if (!found)
    throw new Error(
      `src/store/sql/statements.json has no SQL for ${engine} of the statement ${name} in src/store/sql/statements/${file}.ts: run npm run statements`,
    )
  const parameters = found.parameters.map((parameter): StatementParameter | Value =>
    typeof parameter === 'string' ? new StatementParameter(parameter) : parameter.always,
  )
  return { text: found.text, parameters }
}

/** Assumes the type of a compiled statement; a test compares the file with the builders. */
function assumeStatement<Statement>(_statement: unknown): asserts _statement is Statement {
  // Only `for` of a statement is used.
}
