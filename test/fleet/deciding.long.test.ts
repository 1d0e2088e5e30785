// Tests that an operator's decision at one replica applies to all: bans, the allow list, logouts; at once with Redis, soon without it.
import { expect, test } from 'vitest'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import { type Replica, startFleet, untilDegraded, untilWell } from '../kit/fleet.ts'

const bansPath = '/api/v1/security/bans'
const allowPath = '/api/v1/security/ip-whitelist'
const password = 'planted-password-91'

/** A remote client behind a proxy on this machine. */
const stranger = { host: 'trawl.example', 'x-forwarded-for': '192.0.2.7' }

async function change({ command }: Replica, path: string, body: object): Promise<void> {
  const { status, text } = await command(path, { method: 'POST', body })
  expect(status, text).toBe(200)
}

async function logIn({ ask }: Replica): Promise<string> {
  const body = { username: 'ada', password }
  return JSON.parse((await ask('/api/auth/login', { method: 'POST', body })).text).token
}

async function logOut({ ask }: Replica, token: string): Promise<void> {
  await ask('/api/auth/logout', { method: 'POST', body: {}, headers: { authorization: `Bearer ${token}` } })
}

test('a ban, an allow list and a logout hold at all replicas soon, with Redis and without', async () => {
  const hash = await hashPassword(password, Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
  const settings = { AUTH_ENABLED: 'true', AUTH_USERS: `ada:${hash}`, TRUST_PROXY: 'loopback' }
  const { replicas, redis } = await startFleet({ settings })
  const [first, second, third] = replicas
  await untilWell(replicas)
  const search = '/api/search?kw=linux'
  const statusOf = async ({ ask }: Replica, token: string) =>
    (await ask(search, { headers: { ...stranger, authorization: `Bearer ${token}` } })).status

  async function holds(at: Replica, others: readonly Replica[], round: string): Promise<void> {
    const token = await logIn(at)
    for (const one of replicas) expect(await statusOf(one, token)).toBe(200)
    const word = `nobody writes this ${round}`
    await change(at, bansPath, { add: [{ kind: 'word', value: word }] })
    for (const { command } of others) await expect.poll(async () => (await command(bansPath)).text).toContain(word)

    await change(at, allowPath, { ip: '198.51.100.1' })
    for (const one of others) await expect.poll(() => statusOf(one, token)).toBe(403)
    await at.command(`${allowPath}?ip=198.51.100.1`, { method: 'DELETE' })
    for (const one of others) await expect.poll(() => statusOf(one, token)).toBe(200)

    await logOut(at, token)
    for (const one of others) await expect.poll(() => statusOf(one, token)).toBe(401)
  }

  await holds(first, [second, third], 'with Redis')
  await redis.kill()
  await Promise.all(replicas.map((replica) => untilDegraded(replica, /Redis/)))
  await holds(second, [first, third], 'without Redis')
})
