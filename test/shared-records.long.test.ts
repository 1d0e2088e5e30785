// Tests records that replicas share while PostgreSQL is gone: changes, logins, and starts.
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { SharedRecords } from '../src/async/shared-record.ts'
import { openAllowList } from '../src/http/access/ip-allow-list.ts'
import { openLogin } from '../src/http/auth/login.ts'
import { createLoginStamps } from '../src/http/auth/login-stamps.ts'
import { hashPassword } from '../src/http/auth/password-hash.ts'
import { parseUsers } from '../src/http/auth/users.ts'
import { newFolder, now, openReplicaStore } from './kit/disk.ts'
import { startPostgres } from './kit/postgres.ts'

const open = openReplicaStore

async function openStamps(records: SharedRecords) {
  const stamps = createLoginStamps(records, randomUUID)
  await stamps.load()
  stamps.onChanged(() => void stamps.load().catch(() => undefined))
  return stamps
}

describe('while PostgreSQL is gone', () => {
  const lost = 'PostgreSQL cannot be reached: check DATABASE_URL'

  it('nothing is changed that others would not hear of, and all is as the others left it afterwards', async () => {
    const postgres = await startPostgres()
    const [one, other] = [await open(postgres.url), await open(postgres.url)]
    const [list, theirs] = [await openAllowList(one.records), await openAllowList(other.records)]
    await list.add(['10.0.0.1'])
    const [stamps, stampsOfOther] = [await openStamps(one.records), await openStamps(other.records)]
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

  it('logins of the others do not count for one that starts, until it knows who was logged out', async () => {
    const postgres = await startPostgres()
    const hash = await hashPassword('planted-password-91', Buffer.alloc(16, 3), { log2N: 13, r: 8, p: 1 })
    const users = parseUsers(`ada:${hash}`)
    const login = async (replica: Awaited<ReturnType<typeof open>>) => {
      const chance = { newId: randomUUID, newSecret: () => randomBytes(32).toString('base64url') }
      const parts = { users, expiryMs: 3_600_000, epochMs: now, monotonicMs: now, ...chance }
      return openLogin({ ...parts, records: replica.records, log: replica.log })
    }
    const before = await login(await open(postgres.url))
    const goes = before.tokens.issue('ada')
    await before.tokens.revoke(goes.token)
    const stays = before.tokens.issue('ada')
    await postgres.kill()
    const { tokens } = await login(await open(postgres.url))
    const own = tokens.issue('ada')
    expect([tokens.userOf(own.token), tokens.userOf(stays.token)]).toEqual(['ada', undefined])
    await postgres.restart()
    await vi.waitFor(() => expect(tokens.userOf(stays.token)).toBe('ada'))
    expect([tokens.userOf(goes.token), tokens.userOf(own.token)]).toEqual([undefined, undefined])
    expect(before.tokens.userOf(tokens.issue('ada').token)).toBe('ada')
  })

  it('a start takes the files of its folder, and what is kept once it can be read; without them it is refused', async () => {
    const postgres = await startPostgres()
    const before = await open(postgres.url)
    await (await openAllowList(before.records)).add(['10.0.0.1'])
    await before.close()
    await postgres.kill()
    const bare = await open(postgres.url, newFolder())
    await expect(openAllowList(bare.records)).rejects.toThrow(`the allow list cannot be read: ${lost}; repair it`)
    const folder = newFolder()
    writeFileSync(join(folder, 'allow-list.json'), '["10.0.0.9"]')
    const { records, lines } = await open(postgres.url, folder)
    const list = await openAllowList(records)
    expect(list.blocks()).toEqual(['10.0.0.9'])
    expect(lines.join()).toContain('allow-list.json cannot be read from the database')
    await postgres.restart()
    await vi.waitFor(() => expect(list.blocks()).toEqual(['10.0.0.1']))
  })
})
