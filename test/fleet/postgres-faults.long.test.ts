// Kills or freezes PostgreSQL, or kills a replica, while three replicas are under load: confirmed changes persist.
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { type Fleet, startFleet, untilWell } from '../kit/fleet.ts'
import { forcedLists, forcedWords, type Load, startLoad } from '../kit/fleet-load.ts'
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

const seed = 12

/** See `expectFewWarnings`. */
const mostWarnings = 12

/** Delay of writes to the archive in milliseconds; a killed replica may lose the finds of that time. */
const onItsWayMs = 3_000

function faultsOf({ postgres, replicas }: Fleet): Fault[] {
  const says = replicas.map((replica) => [replica, /PostgreSQL/] as const)
  // A change that cannot be stored is rejected in time with a message; everything else continues.
  const excuses: Fault['excuses'] = ({ kind, problem }) => kind === 'change' && /^50/.test(problem ?? '')
  return [
    { name: 'PostgreSQL is killed, and started again', begin: postgres.kill, end: postgres.restart, says, excuses },
    {
      name: 'PostgreSQL is frozen',
      begin: () => void postgres.freeze(),
      end: () => void postgres.thaw(),
      ...{ says, excuses },
    },
  ]
}

/** The keys that are missing in the archive. */
async function missing(url: URL, keys: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>('select key from shares where key = any($1)', [keys])
    const kept = new Set(rows.map(({ key }) => key))
    return keys.filter((key) => !kept.has(key))
  } finally {
    await client.end()
  }
}

/** The shares that clients received, without those that the killed replica reported first just before the kill. */
function toldShares({ shares }: Load, killed: { readonly name: string; readonly at: number }): string[] {
  const isOnItsWay = ({ replica, at }: { readonly replica: string; readonly at: number }) =>
    replica === killed.name && at > killed.at - onItsWayMs && at <= killed.at
  return [...shares].flatMap(([key, told]) => (isOnItsWay(told) ? [] : [key]))
}

it('whatever becomes of PostgreSQL, searches and lists go on, and nothing is lost that a client was told', async () => {
  const fleet = await startFleet({ standin: { lists: 'growing', stepMs: 3_600_000 } })
  const { replicas, postgres } = fleet
  await untilWell(replicas)
  const load = startLoad(replicas, { seed })
  const asks = () => asksByAddress(replicas, [...forcedWords, ...forcedLists])
  await moreAnswers(load, 200)
  expect(problemsIn(load.asked)).toEqual([])

  for (const fault of faultsOf(fleet)) await runFault(fault, { replicas, load })
  // Redis was available all the time.
  expect(askedMoreThan(wereAlone(replicas) ? 3 : 1, asks())).toEqual([])

  const [, dying] = replicas
  const killed = { name: dying.name, at: 0 }
  const kill = () => {
    killed.at = Date.now()
    return dying.kill()
  }
  // A request that waits for a dead replica's ask waits until that replica counts as dead, and may exceed its deadline.
  const excuses: Fault['excuses'] = ({ problem }) => /^a (?:search|stream) lacks/.test(problem ?? '')
  const death = { name: 'a replica is killed, and started again', begin: kill, end: dying.start, dead: dying, excuses }
  await runFault(death, { replicas, load })
  await load.stop()
  expectFewWarnings(replicas, mostWarnings)

  // The dead replica's running asks are repeated once, by it or by another.
  expect(askedByOneMoreThan(2, asks())).toEqual([])
  expect(askedMoreThan(wereAlone(replicas) ? 4 : 2, asks())).toEqual([])
  for (const { command } of replicas) {
    const bans = async () => (await command('/api/v1/security/bans')).text
    for (const ban of load.bans) await expect.poll(bans).toContain(`"${ban}"`)
  }
  const shares = toldShares(load, killed)
  expect(shares.length).toBeGreaterThan(50)
  await expect.poll(() => missing(postgres.url, shares), { interval: 200 }).toEqual([])
})
