// Kills, freezes, empties, fills, slows, write-protects or disconnects Redis while three replicas are under load.
import { expect, it } from 'vitest'
import { type Replica, startFleet, untilWell } from '../kit/fleet.ts'
import { forcedLists, forcedWords, startLoad } from '../kit/fleet-load.ts'
import {
  askedByOneMoreThan,
  askedMoreThan,
  asksByAddress,
  expectFewWarnings,
  type Fault,
  moreAnswers,
  problemsIn,
  runFault,
  wereAlone,
} from '../kit/fleet-trial.ts'
import { startTcpProxy, type TcpProxy } from '../kit/network.ts'
import { startRedis, type TestRedis } from '../kit/redis.ts'

const seed = 11

/** For seven faults, one of which also affects PostgreSQL. */
const mostWarnings = 20

/** Three replicas; the third reaches the servers through its own proxy. */
async function start() {
  const ways: TcpProxy[] = []
  const fleet = await startFleet({
    standin: { lists: 'growing', stepMs: 3_600_000 },
    async settingsOf(name, servers) {
      if (name !== 'c') return {}
      const [redis, postgres] = [await startTcpProxy(servers.redis), await startTcpProxy(servers.postgres)]
      ways.push(redis, postgres)
      return { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
    },
  })
  await untilWell(fleet.replicas)
  return { ...fleet, ways }
}

function faultsOf({ redis, replicas, ways }: Awaited<ReturnType<typeof start>>, other: TestRedis): Fault[] {
  const by = (what: RegExp) => replicas.map((replica) => [replica, what] as const)
  const [, , third] = replicas
  const [toRedis] = ways
  const { client } = redis
  return [
    { name: 'Redis is killed, and started again empty', begin: redis.kill, end: redis.restart, says: by(/Redis/) },
    {
      name: 'Redis is frozen',
      begin: () => void redis.signal('SIGSTOP'),
      end: () => void redis.signal('SIGCONT'),
      says: by(/Redis does not answer in time/),
    },
    { name: 'Redis is emptied', begin: () => client.flushall(), end: () => undefined },
    {
      name: 'Redis is full',
      begin: () => client.config('SET', 'maxmemory', '1'),
      end: () => client.config('SET', 'maxmemory', '0'),
      says: by(/Redis is full/),
    },
    {
      name: 'Redis is a copy of another, then promoted',
      begin: () => client.replicaof('127.0.0.1', other.port),
      end: () => client.replicaof('NO', 'ONE'),
      says: by(/Redis is a read-only replica|Redis/),
    },
    {
      name: 'Redis is slow for one replica',
      begin: () => void toRedis?.slow(400),
      end: () => void toRedis?.slow(0),
      says: [[third, /Redis does not answer in time/]],
    },
    {
      name: 'one replica is cut off from Redis and PostgreSQL',
      begin: () => void ways.map((way) => way.cut()),
      end: () => void ways.map((way) => way.heal()),
      says: [
        [third, /Redis/],
        [third, /PostgreSQL/],
      ],
      // A change that cannot be stored is rejected in time with a message.
      excuses: ({ kind, replica, problem }) => kind === 'change' && replica === third.name && /^50/.test(problem ?? ''),
    },
  ]
}

async function bansOf({ command }: Replica): Promise<string[]> {
  const { bans } = JSON.parse((await command('/api/v1/security/bans')).text)
  return bans.map(({ value }: { value: string }) => value)
}

it('whatever becomes of Redis, every replica answers, says so, and joins the others again', async () => {
  const fleet = await start()
  const { replicas } = fleet
  const other = await startRedis()
  const load = startLoad(replicas, { seed })
  const asks = () => asksByAddress(replicas, [...forcedWords, ...forcedLists])

  await moreAnswers(load, 300)
  expect(problemsIn(load.asked)).toEqual([])
  expect(askedMoreThan(wereAlone(replicas) ? 3 : 1, asks())).toEqual([])

  for (const fault of faultsOf(fleet, other)) await runFault(fault, { replicas, load })
  await load.stop()
  expectFewWarnings(replicas, mostWarnings)

  // No replica repeats its own request.
  expect(askedByOneMoreThan(1, asks())).toEqual([])
  for (const replica of replicas)
    await expect.poll(() => bansOf(replica)).toEqual(expect.arrayContaining([...load.bans]))
  expect(load.bans.size).toBeGreaterThan(0)
})
