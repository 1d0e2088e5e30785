// The text and parameters of a statement in each database.
import { expect, it } from 'vitest'
import { among, raw, rowsOf, statement } from './sql.ts'

const given = { ids: '[1]', list: '[]', name: '', most: 1 }

const example = statement<{ id: number }, typeof given>`
  select id${raw(', tokens', 'postgres')} from ${rowsOf('id bigint, name text')} cross join things
  where ${among('things.id', 'ids', 'bigint')} and (name = ${'name'} or ${among('name', 'list')}) limit ${'most'}`

it('a statement numbers its parameters in PostgreSQL, unpacks JSON lists in the way of each database, and has a parameter for each cell in SQLite', () => {
  const sqlite = example.for('sqlite')
  const postgres = example.for('postgres')
  expect(sqlite.text.replaceAll(/\s+/g, ' ').trim()).toBe(
    'select id from (select ? as id, ? as name) as given ' +
      'cross join things where things.id in (select value from json_each(?)) ' +
      'and (name = ? or name in (select value from json_each(?))) limit ?',
  )
  expect(postgres.text.replaceAll(/\s+/g, ' ').trim()).toBe(
    'select id, tokens from json_to_recordset(cast($1 as json)) as given(id bigint, name text) cross join things ' +
      'where things.id = any(array(select cast(json_array_elements_text(cast($2 as json)) as bigint))) and (name = $3 ' +
      'or name = any(array(select cast(json_array_elements_text(cast($4 as json)) as text)))) limit $5',
  )
  const others = ['ids', 'name', 'list', 'most']
  expect([sqlite.parameters, postgres.parameters]).toEqual([
    ['id', 'name', ...others],
    ['rows', ...others],
  ])
})

it('a statement takes several rows at once in SQLite, with the names of their columns in the first', () => {
  const { text, parameters } = example.for('sqlite', 3)
  expect(text).toContain('from (select ? as id, ? as name union all values (?, ?), (?, ?)) as given cross join')
  expect(parameters.slice(0, 6)).toEqual(['id', 'name', 'id', 'name', 'id', 'name'])
})
