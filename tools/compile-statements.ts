// Compiles the statements of src/store/sql/statements/ to SQL for each database, as stored in src/store/sql/statements.json.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoredStatement, StoredStatements } from '../src/store/sql/compiled-statements.ts'
import { type Compiled, type ParameterTypes, StatementParameter, type Value } from '../src/store/sql/sql.ts'
import type { MadeStatement } from '../src/store/sql/statement-builder.ts'

type Statements = Readonly<Record<string, MadeStatement<ParameterTypes, unknown>>>

/**
 * Compiles all statements in the order of file and statement names. @throws Error naming a statement that cannot be
 * compiled.
 */
export async function madeStatements(): Promise<StoredStatements> {
  const folder = join(import.meta.dirname, '../src/store/sql/statements')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found: [string, StoredStatements[string]][] = []
  for (const file of files.toSorted()) {
    const statements = statementsIn(await import(pathToFileURL(join(folder, file)).href))
    const name = file.slice(0, -'.ts'.length)
    if (Object.keys(statements).length > 0) found.push([name, writtenFile(name, statements)])
  }
  return Object.fromEntries(found)
}

/** Ignores other exports of the module. */
function statementsIn(module: Readonly<Record<string, unknown>>): Statements {
  const found: Record<string, MadeStatement<ParameterTypes, unknown>> = {}
  for (const name of Object.keys(module).toSorted()) {
    const value = module[name]
    if (isStatement(value)) found[name] = value
  }
  return found
}

function isStatement(value: unknown): value is MadeStatement<ParameterTypes, unknown> {
  return typeof value === 'object' && value !== null && 'engines' in value && 'for' in value
}

function writtenFile(file: string, statements: Statements): StoredStatements[string] {
  const rows = Object.entries(statements).map(([name, statement]) => {
    const words = statement.engines.map(
      (engine) => [engine, written(`${file}.${name}`, statement.for(engine))] as const,
    )
    return [name, Object.fromEntries(words)] as const
  })
  return Object.fromEntries(rows)
}

function written(name: string, { text, parameters }: Compiled): StoredStatement {
  return { text, parameters: parameters.map((parameter) => writtenParameter(name, parameter)) }
}

function writtenParameter(name: string, parameter: StatementParameter | Value): StoredStatement['parameters'][number] {
  if (parameter instanceof StatementParameter) return parameter.name
  if (parameter instanceof Uint8Array)
    throw new TypeError(
      `${name} holds bytes that are always the same, which JSON cannot say: hand them over as an argument`,
    )
  return { always: parameter }
}

/** The text of the file: one line per statement and engine, so that diffs stay small. */
export function statementsFile(statements: StoredStatements): string {
  const files = Object.entries(statements).map(
    ([file, byName]) => `  ${JSON.stringify(file)}: {\n${linesOf(byName)}\n  }`,
  )
  return `{\n${files.join(',\n')}\n}\n`
}

function linesOf(statements: StoredStatements[string]): string {
  const rows = Object.entries(statements).map(([name, words]) => {
    const lines = Object.entries(words).map(
      ([engine, one]) => `      ${JSON.stringify(engine)}: ${JSON.stringify(one)}`,
    )
    return `    ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n    }`
  })
  return rows.join(',\n')
}
