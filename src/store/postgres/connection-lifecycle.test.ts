// The lifecycle of PostgreSQL connections; messages name neither host nor user.
import { describe, expect, it, onTestFinished } from 'vitest'
import { askPostgres, sharedPostgres, startPostgres } from '../../../test/kit/postgres.ts'
import { freePort } from '../../../test/kit/servers.ts'
import { statement } from '../sql/sql-tag.ts'
import { createPostgresLifecycle, type PostgresConnections } from './connection-lifecycle.ts'

const timings = { connectMs: 1_000, statementMs: 500 }
const one = statement<{ one: number }>`select 1 as one`

/** The database object is the connections themselves. */
function fileAt(url: URL, open = async (lines: PostgresConnections) => lines) {
  const file = createPostgresLifecycle({ url, open, timings })
  onTestFinished(() => file.close())
  return file
}

/** The fault of an operation on the connection; other errors are rethrown. */
async function faultAt(url: URL, work: (lines: PostgresConnections) => Promise<unknown> = async () => undefined) {
  const file = fileAt(url)
  try {
    await work(await file.writable(0))
  } catch (error) {
    return await file.failed(error, 0)
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
    const ended = await faultAt(url, async ({ writing }) => {
      await askPostgres(url, terminate)
      await writing.first(one, {})
    })
    expect(ended).toEqual(lost)
  })

  it('is that there is no such database, that it can only be read, or that nothing may be made in it', async () => {
    const url = await newPlace()
    const other = new URL(url)
    other.pathname = '/nowhere'
    expect(await faultAt(other)).toMatchObject({
      kind: 'unwritable',
      words: expect.stringContaining('no database of the name in DATABASE_URL'),
    })
    const make = ({ writing }: PostgresConnections) => writing.script('create table made (x integer)')
    await askPostgres(
      url,
      `create role ann login; create role readonly login; alter role readonly set default_transaction_read_only = on`,
    )
    other.pathname = url.pathname
    other.username = 'ann'
    expect(await faultAt(other, make)).toMatchObject({
      kind: 'unwritable',
      words: expect.stringContaining('grant that to the user in DATABASE_URL'),
    })
    other.username = 'readonly'
    expect(await faultAt(other, make)).toMatchObject({
      kind: 'unwritable',
      words: expect.stringContaining('is read-only'),
    })
    other.username = 'nobody'
    expect(await faultAt(other)).toMatchObject({
      kind: 'unwritable',
      words: expect.stringContaining('check the user and password in DATABASE_URL'),
    })
  })

  it('is that it takes too long, and then the connection is as good as before', async () => {
    const file = fileAt(await newPlace())
    const { writing } = await file.writable(0)
    const slow = writing.script('select pg_sleep(5)').catch((error: unknown) => file.failed(error, 0))
    expect(await slow).toMatchObject({ kind: 'silent', words: expect.stringContaining('is too slow') })
    expect(await writing.first(one, {})).toEqual({ one: 1 })
    expect(await file.writable(0)).toMatchObject({ writing })
  })

  it('is thrown where it is a mistake of ours', async () => {
    const wrong = faultAt(await newPlace(), ({ writing }) => writing.script('select nonsense'))
    await expect(wrong).rejects.toThrow('nonsense')
  })
})

it('waits for a writer that hangs no longer than its limit, and that one loses what it was at', async () => {
  const { url } = await startPostgres()
  const [hanging, other] = [fileAt(url), fileAt(url)]
  const theirs = await hanging.writable(0)
  await theirs.writing.script('create table a (x integer)')
  const release = Promise.withResolvers<void>()
  const writing = theirs.writing.transaction(async () => {
    await theirs.writing.script('insert into a values (1)')
    await release.promise
  })
  const ours = await other.writable(0)
  const write = () => ours.writing.transaction(() => ours.writing.script('insert into a values (2)'))
  const isWritten = () =>
    write().then(
      () => true,
      () => false,
    )
  await expect.poll(isWritten).toBe(true)
  // The server has closed the connection in the meantime.
  await expect.poll(() => theirs.writing.isLost()).toBe(true)
  release.resolve()
  await expect(writing).rejects.toThrow()
  expect(await askPostgres(url, 'select x from a')).toEqual([{ x: 2 }])
})

it('answers at once while it is lost, and is there again when it is wanted for writing', async () => {
  const postgres = await startPostgres()
  const file = fileAt(postgres.url)
  expect(file.readable()).toBeUndefined()
  const before = await file.writable(0)
  expect(file.readable()).toBe(before)
  await postgres.kill()
  await expect.poll(() => before.reading.isLost()).toBe(true)
  expect(() => file.readable()).toThrow('lost')
  await expect(file.writable(0)).rejects.toThrow()
  await postgres.restart()
  expect(await file.writable(0)).not.toBe(before)
  expect(await file.readable()?.reading.first(one, {})).toEqual({ one: 1 })
  await file.close()
  expect(file.readable()).toBeUndefined()
})

it('gives up a server that never answers', async () => {
  const postgres = await startPostgres()
  const file = fileAt(postgres.url)
  const { writing } = await file.writable(0)
  postgres.freeze()
  await expect(writing.first(one, {})).rejects.toThrow('lost')
  await expect(file.writable(0)).rejects.toThrow('lost')
  await file.close()
  postgres.thaw()
})
