// Kills Redis under two services that share it and a PostgreSQL; both must know each ban that one of them took.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { startAsking, startStandinProcess } from '../processes.ts'
import { startOwnRedis } from '../servers.ts'
import type { KillResult } from './told.ts'

const path = '/api/v1/security/bans'
const adminToken = 'correct-horse-battery'
const headers = { authorization: `Bearer ${adminToken}` }
const longestLifeMs = 300
const mostLooks = 600

const answer = z.object({ bans: z.array(z.object({ value: z.string() })) })

async function bansOf(url: string): Promise<ReadonlySet<string>> {
  const { bans } = answer.parse(await (await fetch(url + path, { headers })).json())
  return new Set(bans.map(({ value }) => value))
}

/** The told bans that a service does not have, after it had time to hear of the others'. */
async function lostAt(url: string, told: ReadonlySet<string>): Promise<string[]> {
  let lost: string[] = []
  for (let looks = 0; looks < mostLooks; looks += 1) {
    lost = [...told.difference(await bansOf(url))]
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
  const told = new Set<string>()
  const faults: string[] = []
  const state = { isOver: false, next: 0 }
  const takeBans = async (url: string) => {
    while (!state.isOver) {
      state.next += 1
      const value = `banned word ${state.next}`
      const body = JSON.stringify({ add: [{ kind: 'word', value }] })
      const response = await fetch(url + path, { method: 'POST', headers, body }).catch(() => undefined)
      if (response?.ok) told.add(value)
      await response?.arrayBuffer()
    }
  }
  const taking = services.map(({ url }) => takeBans(url))
  try {
    for (let kill = 1; kill <= count; kill += 1) {
      await pause(random() * longestLifeMs)
      await redis.kill()
      const before = new Set(told)
      await pause(random() * longestLifeMs)
      await redis.start()
      for (const { url } of services)
        faults.push(...(await lostAt(url, before)).map((fault) => `kill ${kill}: ${fault}`))
    }
  } finally {
    state.isOver = true
    await Promise.all(taking)
    await Promise.all([...services, standin, redis].map((one) => one.stop()))
  }
  return { kills: count, told: told.size, faults }
}
