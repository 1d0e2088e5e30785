// Tests that the stored statements match their builders, and that a missing statement gives an error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { statementLookup } from '../src/store/sql/compiled-statements.ts'
import { StatementParameter } from '../src/store/sql/sql.ts'
import { madeStatements, statementsFile } from '../tools/compile-statements.ts'

const file = join(import.meta.dirname, '../src/store/sql/statements.json')

type Made = Readonly<Record<'find' | 'add', { for(engine: 'sqlite' | 'postgres'): unknown }>>

const written = {
  things: { find: { sqlite: { text: 'select ? from things limit ?', parameters: ['name', { always: 1 }] } } },
}

it('what is written down is what is made; `npm run statements` makes it so', async () => {
  const made = await madeStatements()
  expect(readFileSync(file, 'utf8')).toBe(statementsFile(made))
  expect(Object.values(made).flatMap((statements) => Object.keys(statements)).length).toBeGreaterThan(60)
})

it('a statement has the words of an engine, and its arguments and what is always the same in their places', () => {
  const compiled = statementLookup<Made>('things', written)('find').for('sqlite')
  expect(compiled).toEqual({ text: 'select ? from things limit ?', parameters: [new StatementParameter('name'), 1] })
})

it.each([
  ['things', 'add', 'sqlite'],
  ['things', 'find', 'postgres'],
  ['others', 'find', 'sqlite'],
] as const)('one that is not there says what to do: %s %s %s', (folder, name, engine) => {
  const statement = statementLookup<Made>(folder, written)(name)
  expect(() => statement.for(engine)).toThrow(
    `src/store/sql/statements.json has no SQL for ${engine} of the statement ${name} in src/store/sql/statements/${folder}.ts: run npm run statements`,
  )
})
