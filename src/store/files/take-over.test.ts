// A data folder that 1.0.0-rc.1 wrote is taken over: all that is in it, after any interruption, and never what cannot be read.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { archiveQuery } from '../../../test/kit/archive.ts'
import { newFolder } from '../../../test/kit/disk.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { takeOver } from './take-over.ts'

const earlier = join(import.meta.dirname, '../../../fixtures/data-folder/e7fda951')
const now = Date.UTC(2026, 10, 28, 13)
const names = ['archive.db', 'history.db', 'trawl.db', 'waiting.db']

/** A copy of the folder. */
function earlierFolder(): string {
  const folder = newFolder()
  for (const name of names) writeFileSync(join(folder, name), gunzipSync(readFileSync(join(earlier, `${name}.gz`))))
  return folder
}

/** A log that throws at its call of this number, as if the process ended there. */
function logEndingAt(end = Number.POSITIVE_INFINITY) {
  const lines: string[] = []
  const say = (line: unknown) => {
    if (lines.length === end) throw new Error('killed')
    lines.push(String(line))
  }
  return { lines, info: say, warn: say }
}

/** What the one file has. */
async function contentOf(folder: string) {
  const limits = { answers: { maxBytes: 1e8 }, archive: { maxBytes: 1e8 }, history: { maxDays: 365, maxBytes: 1e8 } }
  const tables = await openSqlite(join(folder, 'trawl.db'), limits, { clock: () => 0 })
  try {
    const [record, { answers }] = [
      await tables.readRecord('bans.json'),
      await tables.readAnswers(['zhihu 0', 'zhihu 1199'], now),
    ]
    return {
      record: record && [record.revision, Buffer.from(record.bytes).toString()],
      answers: answers.map((answer) => answer && Buffer.from(answer.json).toString()),
      links: (await tables.find(archiveQuery('film', { most: 1_000 }))).length,
      work: (await tables.findWork('film:seven:')).map(({ key, health }) => [key, health?.state]),
      lists: (await tables.listAt('weibo', now))?.items.map(({ id }) => id).join(' '),
      listsBefore: (await tables.listAt('weibo', now - 2 * 86_400_000))?.items.map(({ id }) => id).join(' '),
    }
  } finally {
    tables.close()
  }
}

const whole = {
  record: [3, '[{"kind":"word","value":"gone","note":"","since":5}]'],
  answers: ['"answer 0"', '"answer 1199"'],
  links: 300,
  work: [['quark:share7', 'ok']],
  lists: 'b c',
  listsBefore: 'a b',
}

it('has records, answers, links and lists of all files, which are left in a folder beside it', async () => {
  const folder = earlierFolder()
  writeFileSync(join(folder, 'copy-academictorrents-0a1b'), 'a copy that is downloaded again')
  const log = logEndingAt()
  await takeOver(folder, log, now)
  expect(readdirSync(folder).toSorted()).toEqual(['databases-before-1.0', 'trawl.db', 'trawl.lock'])
  expect(readdirSync(join(folder, 'databases-before-1.0'))).toEqual(names)
  expect(await contentOf(folder)).toEqual(whole)
  expect(log.lines).toEqual(expect.arrayContaining(['answers: 1200 rows taken over', 'archive.db: 100 % copied']))
  await takeOver(folder, logEndingAt(0), now)
})

it('goes on after it was interrupted anywhere, and has each row once', async () => {
  const folder = earlierFolder()
  let count = 0
  for (let end = 0; existsSync(join(folder, 'archive.db')); end += 1) {
    await takeOver(folder, logEndingAt(end), now).catch(() => undefined)
    count += 1
  }
  expect(count).toBeGreaterThan(3)
  await takeOver(folder, logEndingAt(), now)
  expect(await contentOf(folder)).toEqual(whole)
})

it('goes on after it was interrupted while the old files were moved', async () => {
  const folder = earlierFolder()
  await takeOver(folder, logEndingAt(), now)
  renameSync(join(folder, 'trawl.db'), join(folder, 'trawl.db.joined'))
  renameSync(join(folder, 'databases-before-1.0/history.db'), join(folder, 'history.db'))
  await takeOver(folder, logEndingAt(), now)
  expect(existsSync(join(folder, 'history.db'))).toBe(false)
  expect(await contentOf(folder)).toEqual(whole)
})

it('takes nothing over while another process has the folder', async () => {
  const folder = earlierFolder()
  const other = new DatabaseSync(join(folder, 'trawl.lock'))
  other.exec('begin exclusive')
  await expect(takeOver(folder, logEndingAt(), now)).rejects.toThrow('another Trawl process uses this DATA_DIR')
  other.close()
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toEqual(expect.arrayContaining(names))
})

it('leaves out an archive that is damaged, and says so', async () => {
  const folder = earlierFolder()
  writeFileSync(join(folder, 'archive.db'), 'no database at all '.repeat(1_000))
  const log = logEndingAt()
  await takeOver(folder, log, now)
  expect(log.lines.filter((line) => line.startsWith('archive.db is not taken over'))).toHaveLength(1)
  expect(await contentOf(folder)).toEqual({ ...whole, links: 0, work: [] })
})

it('does not begin with a trawl.db whose records cannot be read', async () => {
  const folder = earlierFolder()
  writeFileSync(join(folder, 'trawl.db'), 'no database at all '.repeat(1_000))
  await expect(takeOver(folder, logEndingAt(), now)).rejects.toThrow(/^trawl.db in DATA_DIR cannot be read/)
  expect(readdirSync(folder).toSorted()).toEqual(names)
})

it('does not replace a trawl.db of today by an old archive that is put beside it', async () => {
  const folder = earlierFolder()
  await takeOver(folder, logEndingAt(), now)
  writeFileSync(join(folder, 'archive.db'), gunzipSync(readFileSync(join(earlier, 'archive.db.gz'))))
  const log = logEndingAt()
  await takeOver(folder, log, now)
  expect(log.lines).toEqual(['archive.db in DATA_DIR is not used: trawl.db has its data'])
  expect(await contentOf(folder)).toEqual(whole)
})
