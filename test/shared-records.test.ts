// Tests records that replicas share in a real PostgreSQL: access rules, bans, logouts and learned values.
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { openBans } from '../src/bans/ban-list.ts'
import { createAllowList } from '../src/http/access/ip-allow-list.ts'
import { openLogin } from '../src/http/auth/login.ts'
import { openLoginStamps } from '../src/http/auth/login-stamps.ts'
import { openOwner } from '../src/http/auth/owner.ts'
import { hashPassword } from '../src/http/auth/password-hash.ts'
import { parseUsers } from '../src/http/auth/users.ts'
import { shareIdentity } from '../src/search/ban-identity.ts'
import { createVersionCounters } from '../src/upstream/cache/versions.ts'
import { ban, now, openReplicaStore } from './kit/disk.ts'
import { opened } from './kit/opened.ts'
import { sharedPostgres } from './kit/postgres.ts'

const open = openReplicaStore
const newPlace = sharedPostgres()

describe('two replicas', () => {
  it('lose no address of the allow list that one of them adds, and know those of the other', async () => {
    const url = await newPlace()
    const stores = await Promise.all([open(url), open(url)])
    const lists = await Promise.all(stores.map(({ records }) => opened(createAllowList(records))))
    const blocks = Array.from({ length: 50 }, (_, at) => `10.0.0.${at}`)
    await Promise.all(blocks.map((block, at) => lists[at % 2]?.add([block])))
    for (const list of lists) {
      await vi.waitFor(() => expect(list.blocks().toSorted()).toEqual(blocks.toSorted()))
      expect([list.allows('10.0.0.49'), list.allows('10.0.0.50')]).toEqual([true, false])
    }
    await lists[0]?.remove(['10.0.0.7'])
    await vi.waitFor(() => expect(lists[1]?.allows('10.0.0.7')).toBe(false))
    expect(stores.flatMap(({ lines }) => lines)).toEqual([])
  })

  it('ban together, and nothing holds any more that was made before', async () => {
    const url = await newPlace()
    const replicas = await Promise.all(
      [1, 2].map(async () => {
        const { records, log } = await open(url)
        const versions = createVersionCounters()
        return {
          versions,
          ...(await openBans({ file: undefined, records, spellings: shareIdentity, versions, log, epochMs: now })),
        }
      }),
    )
    const [one, other] = replicas
    const before = other?.versions.of('some list')
    const words = Array.from({ length: 20 }, (_, at) => `word${at}`)
    await Promise.all(words.map((word, at) => ban(replicas[at % 2]?.bans ?? expect.fail(), 'word', word)))
    for (const { bans } of replicas) await vi.waitFor(() => expect(bans.all()).toHaveLength(20))
    expect(words.every((word) => one?.bans.hasBannedWord(word))).toBe(true)
    expect(other?.versions.of('some list')).not.toEqual(before)
  })

  it('let nobody in whom one of them has logged out, and have one secret', async () => {
    const url = await newPlace()
    const stores = await Promise.all([open(url), open(url), open(url)])
    const hash = await hashPassword('planted-password', Buffer.alloc(16, 3), { log2N: 13, r: 8, p: 1 })
    const parts = {
      users: parseUsers(`ada:${hash}`),
      expiryMs: 60_000,
      epochMs: now,
      monotonicMs: now,
      newId: randomUUID,
    }
    const logins = await Promise.all(
      stores.map(({ records, log }, at) => openLogin({ ...parts, records, log, newSecret: () => `${at}`.repeat(43) })),
    )
    const { token = '' } = logins[0]?.tokens.issue('ada') ?? {}
    expect(logins.map(({ tokens }) => tokens.userOf(token))).toEqual(['ada', 'ada', 'ada'])
    const all = await Promise.all(stores.map(({ records }) => openLoginStamps(records, randomUUID)))
    const users = Array.from({ length: 30 }, (_, at) => `user-${at}`)
    const renewed = await Promise.all(users.map((user, at) => all[at % 3]?.renew(user)))
    expect(renewed.every(Boolean)).toBe(true)
    const own = users.map((user, at) => all[at % 3]?.of(user))
    for (const stamps of all) await vi.waitFor(() => expect(users.map(stamps.of)).toEqual(own))
  })

  it('have one owner: of two claims with the code of the last start one counts, and wrong codes count together', async () => {
    const url = await newPlace()
    const start = async (seed: number) => {
      const { records, log } = await open(url)
      const random = (bytes: number) => () => Buffer.alloc(bytes, seed)
      return await openOwner({ records, log, randomCode: random(8), randomSalt: random(16) })
    }
    const claims = (sent: readonly (readonly [Awaited<ReturnType<typeof start>>, string])[]) =>
      Promise.all(
        sent.map(([owner, code], at) =>
          owner.claim(`user-${at}`, 'planted-password', code).then(
            () => 'claimed',
            (error: unknown) => String(error),
          ),
        ),
      )
    const one = await start(1)
    const other = await start(2)
    const { code = '' } = other
    const told = await claims([
      [one, code],
      [other, code],
    ])
    expect(told.filter((text) => text === 'claimed')).toHaveLength(1)
    const winner = `user-${told.indexOf('claimed')}`
    for (const owner of [one, other]) await vi.waitFor(() => expect([...owner.users.keys()]).toEqual([winner]))

    const last = await start(3)
    await vi.waitFor(() => expect(one.isOffered()).toBe(true))
    const wrong = Array.from({ length: 20 }, (_, at) => [at % 2 ? one : last, 'ZZZZ-ZZZZ'] as const)
    const refused = await claims(wrong)
    expect(refused.filter((text) => text.includes('code: is wrong'))).toHaveLength(10)
    for (const owner of [one, other, last]) await vi.waitFor(() => expect(owner.isOffered()).toBe(false))
  })
})
