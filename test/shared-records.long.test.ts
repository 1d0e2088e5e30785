// Tests records that replicas share while PostgreSQL is gone: changes and starts.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createAllowList } from '../src/http/access/ip-allow-list.ts'
import { openLoginStamps } from '../src/http/auth/login-stamps.ts'
import { newFolder, openReplicaStore } from './kit/disk.ts'
import { opened } from './kit/opened.ts'
import { startPostgres } from './kit/postgres.ts'

const open = openReplicaStore

describe('while PostgreSQL is gone', () => {
  const lost = 'PostgreSQL cannot be reached: check DATABASE_URL'
  const patience = 120_000

  it('nothing is changed that others would not hear of, and all is as the others left it afterwards', async () => {
    const postgres = await startPostgres()
    const [one, other] = [await open(postgres.url), await open(postgres.url)]
    const [list, theirs] = [await opened(createAllowList(one.records)), await opened(createAllowList(other.records))]
    await list.add(['10.0.0.1'])
    const [stamps, stampsOfOther] = [
      await openLoginStamps(one.records, randomUUID),
      await openLoginStamps(other.records, randomUUID),
    ]
    await postgres.kill()
    await expect(list.add(['10.0.0.2'])).rejects.toMatchObject({
      status: 500,
      message: 'allow list: the change could not be stored and was not applied',
    })
    expect(await stamps.renew('ada')).toBe(false)
    expect([list.blocks(), list.allows('10.0.0.2')]).toEqual([['10.0.0.1'], false])
    expect(one.problems()).toEqual([lost])
    await postgres.restart()
    await vi.waitFor(() => expect([...one.problems(), ...other.problems()]).toEqual([]))
    await theirs.add(['10.0.0.3'])
    await vi.waitFor(() => expect(list.blocks()).toEqual(['10.0.0.1', '10.0.0.3']))
    // The other replicas could not be notified earlier.
    await vi.waitFor(() => expect(stampsOfOther.of('ada')).toBe(stamps.of('ada')))
  })

  it('a start waits for it, and ends with a sentence if it stays away', async () => {
    const postgres = await startPostgres()
    const before = await open(postgres.url)
    await (await opened(createAllowList(before.records))).add(['10.0.0.1'])
    await before.close()
    await postgres.kill()
    const folder = newFolder()
    writeFileSync(join(folder, 'allow-list.json'), '["10.0.0.9"]')
    await expect(open(postgres.url, folder, 0)).rejects.toThrow(`Trawl does not start without them: ${lost}`)
    const opening = open(postgres.url, folder, patience)
    await postgres.restart()
    expect((await opened(createAllowList((await opening).records))).blocks()).toEqual(['10.0.0.1'])
  })
})
