// The migration command as a process: exit statuses, kills, lost connections, and folders in use.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolderLock } from '../src/store/files/folder-lock.ts'
import { newFolder } from './kit/disk.ts'
import { askPostgres, startPostgres } from './kit/postgres.ts'
import { run } from './kit/process.ts'
import { findingsInFolder, findingsInPostgres, makeStoredData, now } from './kit/stored-data.ts'

const forth = ['--from', 'sqlite', '--to', 'postgres']
const back = ['--from', 'postgres', '--to', 'sqlite']

function start(folder: string, url: URL | undefined, args = forth) {
  return run('src/cli/migrate.ts', args, { DATA_DIR: folder, ...(url && { DATABASE_URL: url.href }) })
}

async function migrate(folder: string, url: URL | undefined, args = forth) {
  const program = start(folder, url, args)
  return { status: await program.ended, output: program.output() }
}

async function linksIn(url: URL): Promise<number> {
  const [row] = await askPostgres(url, 'select count(*) as count from sightings')
  return Number(row?.count)
}

describe('a migration', { timeout: 120_000 }, () => {
  it('that is killed leaves nothing in the target and succeeds when repeated', async () => {
    const [folder, { url }, empty] = [await makeStoredData(20_000), await startPostgres(), newFolder()]
    for (const [target, args] of [
      [folder, forth],
      [empty, back],
    ] as const) {
      const program = start(target, url, args)
      await program.says(/migrating: /)
      program.signal('SIGKILL')
      await program.ended
      if (args === forth) expect(await linksIn(url)).toBe(0)
      else expect(existsSync(join(empty, 'archive.db'))).toBe(false)
      expect(await migrate(target, url, args)).toMatchObject({ status: 0 })
    }
    const found = await findingsInFolder(folder)
    expect(await findingsInPostgres(url)).toEqual(found)
    expect(await findingsInFolder(empty)).toEqual(found)
    expect(existsSync(join(empty, 'migrating'))).toBe(false)
  })

  it('says what happened when PostgreSQL is killed or the operator presses Ctrl+C, and can be repeated', async () => {
    const [folder, postgres] = [await makeStoredData(12_000), await startPostgres()]
    const program = start(folder, postgres.url)
    await program.says(/migrating: /)
    await postgres.kill()
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(
      /Migration failed: PostgreSQL cannot be reached.*after [\d,]+ of [\d,]+ rows\. Nothing was migrated; run the same command/,
    )
    await postgres.restart()
    const another = start(folder, postgres.url)
    await another.says(/migrating: /)
    another.signal('SIGINT')
    expect(await another.ended).toBe(130)
    expect(another.output()).toMatch(/Interrupted before the migration was finished/)
    expect(await migrate(folder, postgres.url)).toMatchObject({ status: 0 })
    expect(await linksIn(postgres.url)).toBe(12_000)
    expect(await migrate(folder, postgres.url)).toMatchObject({
      status: 2,
      output: expect.stringContaining('PostgreSQL has data already: 12000 links'),
    })
  })

  it('that cannot start says why, with status 2 for a wrong setting', async () => {
    const [folder, url] = [await makeStoredData(10), new URL('postgres://a:b@127.0.0.1:1/x')]
    const wrong: readonly [string, ...Parameters<typeof migrate>][] = [
      ['DATABASE_URL is not set', folder, undefined],
      ['neither archive.db nor trawl.db', newFolder(), url],
      ['DATA_DIR is empty', '', url],
      ['--from must be sqlite or postgres', folder, url, []],
    ]
    for (const [what, ...given] of wrong) {
      const { status, output } = await migrate(...given)
      expect(output).toContain(what)
      expect(status, what).toBe(2)
    }
    expect(await migrate(folder, url)).toMatchObject({
      status: 1,
      output: expect.stringContaining('PostgreSQL cannot be reached'),
    })
    expect(await migrate(folder, undefined, ['--help'])).toMatchObject({ status: 0 })
  })

  it('is refused while a server uses the folder, but a dry run counts', async () => {
    const [folder, { url }] = [await makeStoredData(10), await startPostgres()]
    const lock = createFolderLock(folder)
    lock.acquire(now)
    const { status, output } = await migrate(folder, url)
    expect(status).toBe(1)
    expect(output).toContain('another Trawl process uses this DATA_DIR')
    const dry = await migrate(folder, url, [...forth, '--dry-run'])
    lock.release()
    expect(dry.output).toMatch(/links\s+10\s+0\n/)
    expect(dry.status).toBe(0)
  })

  it('makes a folder and files that only their owner can read', async () => {
    const folder = join(newFolder(), 'new')
    const { status } = await migrate(folder, new URL('postgres://trawl@127.0.0.1:1/trawl'), back)
    expect(status).toBe(1)
    expect([folder, join(folder, 'trawl.lock')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  })
})
