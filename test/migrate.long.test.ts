// trawl migrate when it is killed, or loses PostgreSQL.
import { expect, it } from 'vitest'
import { askPostgres, startPostgres } from './kit/postgres.ts'
import { run } from './kit/process.ts'
import { findingsInFolder, findingsInPostgres, makeStoredData } from './kit/stored-data.ts'

it('leaves the database empty when it is killed or loses PostgreSQL, and can be repeated', {
  timeout: 240_000,
}, async () => {
  const [folder, postgres] = [await makeStoredData(20_000), await startPostgres()]
  const { url } = postgres
  const start = () =>
    run('src/cli/migrate.ts', ['--from', 'sqlite', '--to', 'postgres'], { DATA_DIR: folder, DATABASE_URL: url.href })
  const links = async () => Number((await askPostgres(url, 'select count(*) as count from sightings'))[0]?.count)

  const killed = start()
  await killed.says(/shares: /)
  killed.signal('SIGKILL')
  await killed.ended
  expect(await links()).toBe(0)

  const cut = start()
  await cut.says(/shares: /)
  await postgres.kill()
  expect(await cut.ended).toBe(1)
  expect(cut.output()).toContain('PostgreSQL cannot be reached')
  await postgres.restart()
  expect(await links()).toBe(0)

  expect(await start().ended).toBe(0)
  expect(await findingsInPostgres(url)).toEqual(await findingsInFolder(folder))
})
