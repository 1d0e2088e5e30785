// The statements as they are written down in statements.json, so that no start loads or runs what makes them.
import { type Compiled, type Dialect, Place, type Value } from './sql.ts'
import written from './statements.json' with { type: 'json' }

/** A statement in the words of an engine as the file has it: what stands for an argument is its name. */
export interface WrittenStatement {
  readonly text: string
  readonly parameters: readonly (string | { readonly always: string | number | null })[]
}

/** What the file has: by the file in statements/, by the name of the statement, by the engine. */
export type WrittenStatements = Readonly<
  Record<string, Readonly<Record<string, Readonly<Partial<Record<Dialect, WrittenStatement>>>>>>
>

/**
 * The statements of a file of statements/, by their names: `const ofHome = statementsOf<typeof made>('home')`, and `ofHome('answer')` where it is
 * asked. `Made` is that file, of which nothing but its types comes here; `all` is for tests. What it gives
 * @throws Error saying what to do, when the statement is asked and is not written down.
 */
export function statementsOf<Made>(file: string, all: WrittenStatements = written) {
  const known = new Map<string, Compiled>()
  function read(name: string, engine: Dialect): Compiled {
    const place = `${name} ${engine}`
    const compiled = known.get(place) ?? compiledOf(all[file]?.[name]?.[engine], { file, name, engine })
    known.set(place, compiled)
    return compiled
  }
  return function statement<Name extends keyof Made & string>(name: Name): Made[Name] {
    const found = { for: (engine: Dialect) => read(name, engine) }
    believeMade<Made[Name]>(found)
    return found
  }
}

interface Wanted {
  readonly file: string
  readonly name: string
  readonly engine: Dialect
}

function compiledOf(found: WrittenStatement | undefined, { file, name, engine }: Wanted): Compiled {
  if (!found)
    throw new Error(
      `src/store/statements.json has no words for ${engine} of the statement ${name} in src/store/statements/${file}.ts: npm run statements writes them`,
    )
  const parameters = found.parameters.map((parameter): Place | Value =>
    typeof parameter === 'string' ? new Place(parameter) : parameter.always,
  )
  return { text: found.text, parameters }
}

/** What was written down of a statement is that statement: the one place where it is believed. A test holds one to the other. */
function believeMade<Statement>(_statement: unknown): asserts _statement is Statement {
  // All that is asked of a statement is `for`.
}
