// The lifecycle of PostgreSQL connections; messages name neither host nor user.
import { describe, expect, it, onTestFinished } from 'vitest'
import { askPostgres, sharedPostgres, startPostgres } from '../../../test/kit/postgres.ts'
import { freePort } from '../../../test/kit/servers.ts'
import { connectPostgres } from '../sql/postgres.ts'
import { statement } from '../sql/sql.ts'
import { classifyPostgresError } from './fault.ts'
import { createPostgresDatabase } from './open-postgres.ts'

const timings = { connectMs: 1_000, statementMs: 500, readMs: 500 }
const one = statement<{ one: number }>`select 1 as one`

function databaseAt(url: URL) {
  const database = createPostgresDatabase(url, {}, timings)
  onTestFinished(() => database.close())
  return database
}

async function connect(url: URL) {
  const connection = await connectPostgres(url, timings)
  onTestFinished(() => connection.close())
  return connection
}

/** The fault of the opening, or of a write after `prepare`; undefined for none. */
async function faultAt(url: URL, prepare: () => Promise<unknown> = async () => undefined) {
  const database = databaseAt(url)
  try {
    const tables = await database.writable(0)
    await prepare()
    await tables.probe?.()
  } catch (error) {
    return await database.failed(error, 0)
  }
  return undefined
}

describe('what is wrong', () => {
  const newPlace = sharedPostgres()

  it('is that it cannot be reached, by whatever it cannot', async () => {
    const lost = { kind: 'silent', words: 'PostgreSQL cannot be reached: check DATABASE_URL' }
    const port = await freePort()
    expect(await faultAt(new URL(`postgres://ann:secret@127.0.0.1:${port}/trawl`))).toEqual(lost)
    expect(await faultAt(new URL('postgres://ann:secret@no-such-host.invalid/trawl'))).toEqual(lost)
    const url = await newPlace()
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trawl'`
    const ended = await faultAt(url, () => askPostgres(url, terminate))
    expect(ended).toEqual(lost)
  })

  it('is that there is no such database, that it can only be read, or that nothing may be made in it', async () => {
    const url = await newPlace()
    await askPostgres(
      url,
      `create role ann login; create role readonly login; alter role readonly set default_transaction_read_only = on`,
    )
    for (const [change, words] of [
      [{ pathname: '/nowhere' }, 'no database of the name in DATABASE_URL'],
      [{ username: 'ann' }, 'grant that to the user in DATABASE_URL'],
      [{ username: 'readonly' }, 'is read-only'],
      [{ username: 'nobody' }, 'check the user and password in DATABASE_URL'],
    ] as const)
      expect(await faultAt(Object.assign(new URL(url), change))).toMatchObject({
        kind: 'unwritable',
        words: expect.stringContaining(words),
      })
  })

  it('is that it takes too long, and then the connection is as good as before', async () => {
    const connection = await connect(await newPlace())
    const slow = connection.script('select pg_sleep(5)').catch(classifyPostgresError)
    expect(await slow).toMatchObject({ kind: 'silent', words: expect.stringContaining('is too slow') })
    expect([connection.isLost(), await connection.first(one, {})]).toEqual([false, { one: 1 }])
  })

  it('is thrown where it is a mistake of ours', async () => {
    const connection = await connect(await newPlace())
    await expect(connection.script('select nonsense').catch(classifyPostgresError)).rejects.toThrow('nonsense')
  })
})

it('waits for a writer that hangs no longer than its limit, and that one loses what it was at', async () => {
  const { url } = await startPostgres()
  const [theirs, ours] = [await connect(url), await connect(url)]
  await theirs.script('create table a (x integer)')
  const release = Promise.withResolvers<void>()
  const writing = theirs.transaction(async () => {
    await theirs.script('insert into a values (1)')
    await release.promise
  })
  const write = () => ours.transaction(() => ours.script('insert into a values (2)'))
  const isWritten = () =>
    write().then(
      () => true,
      () => false,
    )
  await expect.poll(isWritten).toBe(true)
  // The server has closed the connection in the meantime.
  await expect.poll(() => theirs.isLost()).toBe(true)
  release.resolve()
  await expect(writing).rejects.toThrow()
  expect(await askPostgres(url, 'select x from a')).toEqual([{ x: 2 }])
})

it('answers at once while it is lost, and is there again when it is wanted for writing', async () => {
  const postgres = await startPostgres()
  const database = databaseAt(postgres.url)
  expect(database.readable()).toBeUndefined()
  const before = await database.writable(0)
  expect(database.readable()).toBe(before)
  await postgres.kill()
  await expect.poll(() => isThrown(database.readable)).toBe(true)
  await expect(database.writable(0)).rejects.toThrow()
  await postgres.restart()
  expect(await database.writable(0)).not.toBe(before)
  expect(await database.readable()?.readRevisions?.(['a'])).toEqual([0])
  await database.close()
  expect(database.readable()).toBeUndefined()
})

function isThrown(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}

it('gives up a server that never answers', async () => {
  const postgres = await startPostgres()
  const database = databaseAt(postgres.url)
  const tables = await database.writable(0)
  postgres.freeze()
  await expect(tables.probe?.()).rejects.toThrow('cannot be reached')
  await expect(database.writable(0)).rejects.toThrow('cannot be reached')
  await database.close()
  postgres.thaw()
})
