// Kills Redis under two services that share it and a PostgreSQL; both must know each ban that one of them acknowledged.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { startOwnRedis } from '../../test/kit/servers.ts'
import { startAsking, startStandinProcess } from '../processes.ts'
import type { KillResult } from './killer.ts'

const path = '/api/v1/security/bans'
const adminToken = 'correct-horse-battery'
const headers = { authorization: `Bearer ${adminToken}` }
const longestLifeMs = 300
const maxLooks = 600

const answer = z.object({ bans: z.array(z.object({ value: z.string() })) })

async function bansOf(url: string): Promise<ReadonlySet<string>> {
  const { bans } = answer.parse(await (await fetch(url + path, { headers })).json())
  return new Set(bans.map(({ value }) => value))
}

/** The acknowledged bans that a service does not have, after it had time to receive those of the other. */
async function lostAt(url: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  let lost: string[] = []
  for (let looks = 0; looks < maxLooks; looks += 1) {
    lost = [...acknowledged.difference(await bansOf(url))]
    if (lost.length === 0) return []
    await pause(50)
  }
  return lost.map((value) => `${url} does not have ${value}`)
}

export async function killRedis(database: URL, count: number, random: () => number): Promise<KillResult> {
  const redis = await startOwnRedis()
  const standin = await startStandinProcess('calm', 1)
  const settings = {
    ...{ REDIS_URL: redis.url.href, DATABASE_URL: database.href, ADMIN_TOKEN: adminToken },
    ...{ RATE_LIMITS: 'off', RECHECK: 'off', CHANNELS: 'demo_share', ENABLED_PLUGINS: 'none' },
    ...{ ENABLED_SOURCES: 'baidu', LOG_LEVEL: 'info' },
  }
  const services = [await startAsking(standin.url, settings), await startAsking(standin.url, settings)]
  const acknowledged = new Set<string>()
  const faults: string[] = []
  const state = { isOver: false, next: 0 }
  const addBans = async (url: string) => {
    while (!state.isOver) {
      state.next += 1
      const value = `banned word ${state.next}`
      const body = JSON.stringify({ add: [{ kind: 'word', value }] })
      const response = await fetch(url + path, { method: 'POST', headers, body }).catch(() => undefined)
      if (response?.ok) acknowledged.add(value)
      await response?.arrayBuffer()
    }
  }
  const adding = services.map(({ url }) => addBans(url))
  try {
    for (let kill = 1; kill <= count; kill += 1) {
      await pause(random() * longestLifeMs)
      await redis.kill()
      const before = new Set(acknowledged)
      await pause(random() * longestLifeMs)
      await redis.start()
      for (const { url } of services)
        faults.push(...(await lostAt(url, before)).map((fault) => `kill ${kill}: ${fault}`))
    }
  } finally {
    state.isOver = true
    await Promise.all(adding)
    await Promise.all([...services, standin, redis].map((one) => one.stop()))
  }
  return { kills: count, acknowledged: acknowledged.size, faults }
}
