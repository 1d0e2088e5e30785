// Cuts the network link of one replica to Redis and PostgreSQL: it continues alone, and rejoins afterwards.
import { expect, test } from 'vitest'
import { startReplica, untilDegraded, untilWell } from '../kit/fleet.ts'
import { askedFor } from '../kit/fleet-trial.ts'
import { makeNetwork, mayMakeNetworks, startTcpProxy } from '../kit/network.ts'
import { startPostgres } from '../kit/postgres.ts'
import { startRedis } from '../kit/redis.ts'

function searchOf(kw: string): string {
  return `/api/search?src=tg&channels=demo_share&kw=${kw}`
}

test.skipIf(!mayMakeNetworks())(
  'a replica that is cut off from all others goes on alone, and joins again',
  async () => {
    const [redis, postgres, network] = [await startRedis(), await startPostgres(), makeNetwork()]
    const far = async (url: URL) => (await startTcpProxy(url, network.cuttable)).url.href
    const near = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
    const byCable = { REDIS_URL: await far(redis.url), DATABASE_URL: await far(postgres.url) }
    const [stays, leaves] = await Promise.all([
      startReplica('a', near),
      startReplica('b', byCable, { host: network.staying }, network.place),
    ])
    const both = [stays, leaves]
    await untilWell(both)
    await stays.ask(searchOf('before'))
    expect((await leaves.ask(searchOf('before'))).status).toBe(200)
    expect(askedFor(both, ['before'])).toBe(1)

    network.cut()
    for (let at = 0; at < 5; at += 1) {
      const { status, text } = await leaves.ask(searchOf(`alone${at}`))
      expect([status, JSON.parse(text).meta.sources.failed]).toEqual([200, 0])
      expect((await leaves.ask(searchOf('before'))).status).toBe(200)
    }
    await untilDegraded(leaves, /Redis/)
    await untilDegraded(leaves, /PostgreSQL/)
    expect(await stays.troubles()).toEqual([])
    expect(askedFor(both, ['before'])).toBe(1)

    network.heal()
    await untilWell(both)
    await leaves.ask(searchOf('after'))
    await stays.ask(searchOf('after'))
    expect(askedFor(both, ['after'])).toBe(1)
  },
  120_000,
)
