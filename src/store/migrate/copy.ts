// Copies all stored data into an empty target.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { addSightingRows, type SightingRow, sightingColumns } from '../archive/sighting-rows.ts'
import { shareColumns, workColumns } from '../archive/write-operations.ts'
import { canBeIndexed } from '../postgres/open-postgres.ts'
import type { Sql } from '../sql/sql.ts'
import { namesOf, raw, rowsOf, statement } from '../sql/sql-tag.ts'
import { copyHistory, countHistory } from './copy-history.ts'
import { type MigrationSource, type MigrationTarget, recordFiles } from './endpoints.ts'

export interface CopyOptions {
  /** Computes the search tokens, separated by blanks, which SQLite's index cannot return. */
  readonly tokensOf: (title: string, heading: string) => string
  /** Selects the answers to copy. */
  readonly isWanted: (key: string) => boolean
  /** Epoch milliseconds. */
  readonly now: number
  /** Called with the number of rows just read. @throws to stop there. */
  readonly onDone: (rows: number) => void
}

export const dataKinds = ['records', 'lists', 'history', 'sources', 'shares', 'sightings', 'dead', 'works'] as const
export type DataCounts = Readonly<Record<(typeof dataKinds)[number], number>>

const pageSize = 2_000

/** The statements of a table of the archive; `columns` is like 'id bigint, name text'. */
function tableOf<Row extends { readonly id: number }>(name: string, columns: string) {
  const names = namesOf(columns)
  return {
    read: statement<Row, { after: number; most: number }>`
      select ${names} from ${raw(name)} where id > ${'after'} order by id limit ${'most'}`,
    add: statement<never>`
      insert into ${raw(name)} (${names}) select ${names} from ${rowsOf(columns)}`,
  }
}

type Table<Row extends { readonly id: number }> = ReturnType<typeof tableOf<Row>>

const sources = tableOf<{ id: number; name: string }>('sources', 'id bigint, name text')
const shares = tableOf<{ id: number; key: string }>('shares', shareColumns)
const dead = tableOf<{ id: number }>('dead', 'id bigint, key text, checked bigint')
const sightings = tableOf<SightingRow>('sightings', sightingColumns)
const works = tableOf<{ id: number; share: number }>('works', workColumns)

/** A file of an earlier version, which is not changed, has no such table; PostgreSQL has been migrated. */
const findWorksTable = statement<{ count: number }>`
  select count(*) as count from ${raw("sqlite_master where name = 'works'", 'sqlite')}${raw('(select 1) as migrated', 'postgres')}`

const countWorks = statement<{ works: number }>`select count(*) as works from works`

const countArchive = statement<Omit<DataCounts, 'records' | 'lists' | 'history' | 'works'>>`
  select (select count(*) from sources) as sources, (select count(*) from shares) as shares,
    (select count(*) from sightings) as sightings, (select count(*) from dead) as dead`

/** Answers valid at `now`, without their bodies. */
const findAnswers = statement<{ key: string }, { after: string; now: number; most: number }>`
  select key from answers where key > ${'after'} and until >= ${'now'} order by key limit ${'most'}`

interface AnswerColumns {
  readonly key: string
  readonly at: number
  readonly until: number
  readonly used: number
  readonly bytes: number
  readonly body: Uint8Array
}

const findAnswer = statement<AnswerColumns, { key: string }>`
  select key, at, until, used, bytes, body from answers where key = ${'key'}`

const addAnswer = statement<never, AnswerColumns>`
  insert into answers (key, at, until, used, bytes, body)
  values (${'key'}, ${'at'}, ${'until'}, ${'used'}, ${'bytes'}, ${'body'})`

const findRecordNames = statement<{ name: string }>`select name from records order by name`

const findRecord = statement<{ body: Uint8Array }, { name: string }>`
  select body from records where name = ${'name'}`

const addRecord = statement<never, { name: string; body: Uint8Array }>`
  insert into records (name, body) values (${'name'}, ${'body'})`

export async function countOf(
  side: MigrationSource,
  which: Pick<CopyOptions, 'isWanted' | 'now'>,
): Promise<DataCounts> {
  const archive = await side.archive?.first(countArchive, {})
  const [records, lists] = [await recordNames(side), await answerKeys(side, which)]
  const ofWorks = side.archive && (await hasWorks(side.archive)) ? await side.archive.first(countWorks, {}) : undefined
  const none = { sources: 0, shares: 0, sightings: 0, dead: 0, works: 0 }
  const history = await countHistory(side.history)
  return { ...none, ...archive, ...ofWorks, records: records.length, lists: lists.length, history }
}

async function hasWorks(archive: Sql): Promise<boolean> {
  return Number((await archive.first(findWorksTable, {}))?.count) > 0
}

/**
 * Copies all data, with the ids of the archive. Returns the number of rows that were left out because PostgreSQL cannot index their long texts.
 * Rejects with database errors, and as `onDone` throws.
 */
export async function copyAll(from: MigrationSource, to: MigrationTarget, options: CopyOptions): Promise<DataCounts> {
  for (const name of await recordNames(from)) {
    const body = await recordOf(from, name)
    if (body) await to.home.run(addRecord, { name, body })
    options.onDone(1)
  }
  for (const key of await answerKeys(from, options)) {
    const answer = await from.home?.first(findAnswer, { key })
    if (answer) await to.home.run(addAnswer, answer)
    options.onDone(1)
  }
  if (from.history) await copyHistory(from.history, to.history, options.onDone)
  const leftOut = { records: 0, lists: 0, history: 0, sources: 0, shares: 0, sightings: 0, dead: 0, works: 0 }
  return from.archive ? { ...leftOut, ...(await copyArchive(from.archive, to.archive, options)) } : leftOut
}

async function copyArchive(from: Sql, to: Sql, { tokensOf, onDone }: CopyOptions) {
  const isStorable = (text: string) => to.engine === 'sqlite' || canBeIndexed(text)

  /** Copies a table; returns the ids of the rows that are left out. */
  async function copyTable<Row extends { readonly id: number }>(
    { read, add }: Table<Row>,
    fits: (row: Row) => boolean,
    addRows: (rows: readonly Row[]) => Promise<unknown> = (rows) => to.runRows(add, rows),
  ): Promise<ReadonlySet<number>> {
    const leftOut = new Set<number>()
    for (let after = 0; ; ) {
      const rows = await from.all(read, { after, most: pageSize })
      const last = rows.at(-1)
      if (!last) return leftOut
      for (const row of rows) if (!fits(row)) leftOut.add(row.id)
      await addRows(rows.filter(({ id }) => !leftOut.has(id)))
      onDone(rows.length)
      after = last.id
    }
  }

  const addTitles = (rows: readonly SightingRow[]) =>
    addSightingRows(
      to,
      rows.map((row) => {
        const tokens = tokensOf(row.title, row.heading)
        return { ...row, tokens, sum: crc32(tokens) }
      }),
    )

  const noSources = await copyTable(sources, ({ name }) => isStorable(name))
  const noShares = await copyTable(shares, ({ key }) => isStorable(key))
  const noSightings = await copyTable(
    sightings,
    ({ share, source }) => !noShares.has(share) && !noSources.has(source),
    addTitles,
  )
  await copyTable(dead, () => true)
  const noWorks = (await hasWorks(from)) ? await copyTable(works, ({ share }) => !noShares.has(share)) : new Set()
  // Until PostgreSQL updates the statistics itself, searches would be slow.
  if (to.engine === 'postgres') await to.script('analyze sources, shares, sightings')
  return { sources: noSources.size, shares: noShares.size, sightings: noSightings.size, works: noWorks.size }
}

async function recordNames({ home, folder }: MigrationSource): Promise<readonly string[]> {
  const stored = home ? await home.all(findRecordNames, {}) : []
  const files = folder === undefined ? [] : recordFiles.filter((name) => existsSync(join(folder, name)))
  return [...new Set([...stored.map(({ name }) => name), ...files])]
}

/** The database has priority; older versions left files, which a start imports. */
async function recordOf({ home, folder }: MigrationSource, name: string): Promise<Uint8Array | undefined> {
  const stored = await home?.first(findRecord, { name })
  return stored || folder === undefined ? stored?.body : await readFile(join(folder, name))
}

/** The keys of the selected answers that have not expired. */
async function answerKeys(
  { home }: MigrationSource,
  { isWanted, now }: Pick<CopyOptions, 'isWanted' | 'now'>,
): Promise<readonly string[]> {
  const keys: string[] = []
  for (let after = ''; home; ) {
    const rows = await home.all(findAnswers, { after, now, most: pageSize })
    const last = rows.at(-1)
    if (!last) break
    keys.push(...rows.map(({ key }) => key).filter(isWanted))
    after = last.key
  }
  return keys
}
