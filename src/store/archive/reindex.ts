// Indexes titles again that were indexed before version 3 of the schema, a few at a time beside other work, the newest first.
import { crc32 } from 'node:zlib'
import { foldWords } from '../../contract/fold-text.ts'
import { raw, rowsOf, type Sql, statement } from '../sql/sql.ts'
import { ngrams } from './ngrams.ts'
import { replaceTexts } from './sighting-rows.ts'

/** Rows of one transaction, which a search may have to wait for. */
const rowsPerStep = 64

const findTitles = statement<{ id: number; title: string; heading: string }, { most: number }>`
  select id, title, heading from sightings where id < (select below from unindexed) order by id desc limit ${'most'}`

const findBelow = statement<{ below: number }>`select below from unindexed`

const continueBelow = statement<never, { below: number }>`update unindexed set below = ${'below'}`

const finish = statement<never>`delete from unindexed`

const changeTokens = statement<never>`
  update sightings set sum = given.sum ${raw(", tokens = string_to_array(given.tokens, ' ')", 'postgres')}
  from ${rowsOf('id bigint, sum bigint', ', tokens text')}
  where sightings.id = given.id`

/** The search tokens of a stored title, separated by blanks. */
export function tokensOf(title: string, heading: string): string {
  return ngrams(heading === '' ? foldWords(title) : `${foldWords(title)}\n${foldWords(heading)}`).join(' ')
}

/** Creates the step; it resolves to whether there may be more to do, and rejects with database errors. */
export function createReindexing(sql: Sql): () => Promise<boolean> {
  let isDone = false
  return async () => {
    if (isDone || !(await sql.first(findBelow, {}))) {
      isDone = true
      return false
    }
    await sql.transaction(async () => {
      const titles = await sql.all(findTitles, { most: rowsPerStep })
      const rows = titles.map(({ id, title, heading }) => {
        const tokens = tokensOf(title, heading)
        return { id, was: id, sum: crc32(tokens), tokens }
      })
      await sql.allRows(changeTokens, rows)
      await replaceTexts(sql, rows)
      const below = rows.at(-1)?.id
      await (below === undefined ? sql.run(finish, {}) : sql.run(continueBelow, { below }))
    })
    return true
  }
}
