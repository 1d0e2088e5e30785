// trawl migrate: copies the stored data of DATA_DIR into an empty PostgreSQL, table by table.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readSettings } from '../app/settings.ts'
import { type Language, languageOf } from '../config/locale.ts'
import { messageOf } from '../observability/error-message.ts'
import { tokensOf } from '../store/archive/reindex.ts'
import { createFolderLock } from '../store/files/folder-lock.ts'
import { migrate as migrateTables } from '../store/sql/migrations.ts'
import { connectPostgres } from '../store/sql/postgres.ts'
import { assume, type Sql, type Value } from '../store/sql/sql.ts'
import { connectReadOnly } from '../store/sqlite/connect.ts'
import { translatorOf } from './terminal/sentences.ts'

const help: Readonly<Record<Language, string>> = {
  en: `trawl migrate: copies the data of DATA_DIR, which is not changed, into PostgreSQL (DATABASE_URL). Stop servers that use one of them first.
The database must be empty. It gets everything, or nothing if the command fails or is interrupted (exit status 1): run it again then.`,
  zh: `trawl migrate：把 DATA_DIR 里的数据复制到 PostgreSQL（DATABASE_URL），DATA_DIR 不变。请先停掉使用其中任一个的服务。
数据库必须是空的。要么全部复制过去，要么失败或中断时什么也不留（退出码 1），再运行一次即可。`,
}
const language = languageOf(process.env)
const translate = translatorOf(process.env)

/** Up to 1.0.0-rc.1 there were three files. */
const names = ['trawl.db', 'history.db', 'archive.db'] as const
/** Longer keys and names do not fit into an index of PostgreSQL. */
const [keyFits, nameFits] = ['length(cast(key as blob)) <= 2000', 'length(cast(name as blob)) <= 2000']
const ofShare = `share in (select id from shares where ${keyFits})`
/** The rows to copy; triggers count the sightings of sources. Cached answers come back by themselves. */
const tables = Object.entries({
  records: 'select * from records',
  list_days: 'select * from list_days',
  list_changes: 'select * from list_changes',
  sources: `select id, name from sources where ${nameFits}`,
  shares: `select * from shares where ${keyFits}`,
  sightings: `select * from sightings where ${ofShare} and source in (select id from sources where ${nameFits})`,
  works: `select * from works where ${ofShare}`,
})

async function countIn(sql: Sql, table: string): Promise<number> {
  const text = `select count(*) as count from ${table}`
  return Number((await sql.first<object, { count: number }>({ for: () => ({ text, parameters: [] }) }, {}))?.count)
}

async function insert(sql: Sql, table: string, rows: readonly object[]): Promise<void> {
  assume<Record<string, Value>[]>(rows)
  const values: Value[] = []
  const cell = ([column, value]: readonly [string, Value]) =>
    column === 'tokens' ? `string_to_array($${values.push(value)}, ' ')` : `$${values.push(value)}`
  const cells = rows.map((row) => `(${Object.entries(row).map(cell).join(', ')})`)
  const text = `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) values ${cells.join(', ')}`
  const given: Record<string, Value> = Object.fromEntries(values.entries())
  await sql.run({ for: () => ({ text, parameters: Object.keys(given) }) }, given)
}

async function copyTable(sql: Sql, table: string, rows: Iterable<Readonly<Record<string, unknown>>>): Promise<number> {
  const some: object[] = []
  for (const row of rows) {
    // PostgreSQL has the search tokens in the row, SQLite in an index that does not return them.
    const tokens = table === 'sightings' && tokensOf(String(row.title), String(row.heading))
    some.push(tokens === false ? row : { ...row, tokens, sum: crc32(tokens) })
    if (some.length === 200) await insert(sql, table, some.splice(0))
  }
  if (some.length > 0) await insert(sql, table, some)
  return await countIn(sql, table)
}

async function copyFile(sql: Sql, file: string): Promise<void> {
  const db = connectReadOnly(file)
  for (const [table, rows] of tables) {
    if (!db.prepare('select 1 from sqlite_master where name = ?').get(table)) continue
    const count = (of: string) => Number(db.prepare(`select count(*) as count from ${of}`).get()?.count)
    const copied = await copyTable(sql, table, db.prepare(rows).iterate())
    if (copied !== count(`(${rows})`)) throw new Error(`${table}: only ${copied} rows were copied`)
    process.stdout.write(`${translate(`${table}: ${copied} of ${count(table)} rows copied`)}\n`)
  }
  db.close()
}

async function migrate(words: string): Promise<void> {
  if (words === '--help') return void process.stdout.write(`${help[language]}\n`)
  if (!['', '--from sqlite --to postgres'].includes(words)) throw new Error(help[language])
  const { DATA_DIR: folder, DATABASE_URL: database } = (await readSettings(process.env, readFileSync)).config
  const files = names.map((name) => join(folder ?? '', name)).filter((file) => existsSync(file))
  if (!database || !folder || files.length === 0)
    throw new Error('set DATABASE_URL, and DATA_DIR to a folder with data')
  createFolderLock(folder).acquire(Date.now())
  const sql = await connectPostgres(database, { connectMs: 5_000, statementMs: 30_000 })
  await migrateTables(sql)
  await sql.transaction(async () => {
    for (const [table] of tables)
      if ((await countIn(sql, table)) > 0) throw new Error(`PostgreSQL already has ${table}: use an empty database`)
    for (const file of files) await copyFile(sql, file)
    // Until PostgreSQL updates the statistics itself, searches would be slow.
    await sql.script('analyze')
  })
  await sql.close()
}

await migrate(process.argv.slice(2).join(' ')).catch((error: unknown) => {
  process.stderr.write(`${translate(messageOf(error))}\n`, () => process.exit(1))
})
