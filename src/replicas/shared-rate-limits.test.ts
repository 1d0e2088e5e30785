// Rate limits of three replicas over a real Redis: a client has one limit, however its requests are spread.
import { expect, it, onTestFinished, vi } from 'vitest'
import { startReplicas } from '../../test/kit/redis.ts'
import { createRateLimits, parseRateRules, type RateLimits } from '../http/access/rate-limits.ts'
import { shareRateLimits } from './shared-rate-limits.ts'

async function start(rates: string) {
  const { replicas, server } = await startReplicas(3)
  const owns: RateLimits[] = []
  const limits = replicas.map((replica) => {
    // The clock stands: nothing is restored meanwhile.
    const own = createRateLimits(parseRateRules(rates), () => 0)
    owns.push(own)
    return shareRateLimits(replica.events, own)
  })
  return { limits, replicas, server }
}

const search = { client: '203.0.113.0/24', names: ['*', '/api/search'] }

/** Counts how many of the requests are admitted; each replica gets every third. */
function letIn(limits: readonly RateLimits[], requests: number): number {
  const replicas = Array.from({ length: requests }, (_, at) => limits[at % 3])
  return replicas.filter((one) => one?.consume(search)?.isOver === false).length
}

it('of 300 a minute 300 are let in, not 900, when replicas have heard of each other between the requests', async () => {
  const { limits } = await start('/api/search=300/min')
  let count = 0
  for (let round = 1; round <= 30; round += 1) {
    count += letIn(limits, 30)
    const remaining = Math.max(0, 300 - round * 30)
    await vi.waitFor(
      () => expect(limits.map((one) => one.consumeMany(search, 0)?.remaining)).toEqual(Array(3).fill(remaining)),
      { interval: 1 },
    )
  }
  expect(count).toBe(300)
})

it('a flood at one moment is owed afterwards', async () => {
  const { limits } = await start('/api/search=300/min')
  const flood = limits.flatMap((one) => Array.from({ length: 400 }, () => one.consume(search)))
  // No replica can have received the charges of the others within the same moment.
  expect(flood.filter((standing) => standing?.isOver === false)).toHaveLength(900)
  // The 600 excess requests cost two more minutes.
  await vi.waitFor(() => {
    for (const one of limits) expect(one.consume(search)?.waitMs).toBeGreaterThan(119_000)
  })
})

it('counts under all names, for keys by their own rate, and what was answered before it was counted, and nothing twice', async () => {
  const { limits } = await start('*=100/min,/api/search=50/min,force=5/min')
  const [a, b, c] = limits
  const own = { client: 'key one', names: ['*', '/api/search'], own: { count: 10, perMs: 60_000 } }
  a?.consume(search)
  a?.consumeMany(search, 9)
  b?.consume({ client: search.client, names: ['force'] })
  c?.consumeMany(own, 4)
  await vi.waitFor(() => {
    expect(b?.consumeMany(search, 0)?.remaining).toBe(40)
    expect(b?.consumeMany(own, 0)?.remaining).toBe(6)
    expect(a?.consumeMany({ client: search.client, names: ['force'] }, 0)?.remaining).toBe(4)
  })
  // Messages of a replica arrive in order: what came before these has arrived with them.
  const last = { client: 'last', names: ['*'] }
  for (const one of limits) one.consume(last)
  await vi.waitFor(() => expect(limits.map((one) => one.consumeMany(last, 0)?.remaining)).toEqual(Array(3).fill(97)))
  expect(limits.map((one) => one.consumeMany(search, 0)?.remaining)).toEqual([40, 40, 40])
  expect(c?.consumeMany({ client: search.client, names: ['*'] }, 0)?.remaining).toBe(90)
})

it('a rejected request is not published, nor one without a rule', async () => {
  const { limits, server } = await start('/api/search=1/h')
  const heard: string[] = []
  const ear = server.client.duplicate()
  ear.on('error', () => undefined)
  onTestFinished(() => ear.disconnect())
  await ear.subscribe('trawl:2:events')
  ear.on('message', (_channel, message) => void heard.push(message))
  limits[0]?.consume(search)
  limits[0]?.consume(search)
  limits[0]?.consume({ client: 'x', names: ['/other'] })
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  // Messages arrive in order, so one of the rejected request would be before this one.
  limits[0]?.consume({ client: 'y', names: ['/api/search'] })
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1))
  expect(heard).toHaveLength(2)
})

it('many clients are published in messages of bounded size', async () => {
  const { limits } = await start('*=10/min')
  for (let at = 0; at < 5_000; at += 1) limits[0]?.consume({ client: `client ${at}`, names: ['*'] })
  await vi.waitFor(() => {
    expect(limits[1]?.consumeMany({ client: 'client 0', names: ['*'] }, 0)?.remaining).toBe(9)
    expect(limits[2]?.consumeMany({ client: 'client 4999', names: ['*'] }, 0)?.remaining).toBe(9)
  })
})

it('while Redis is away each counts for itself, at once', async () => {
  const { limits, server, replicas } = await start('/api/search=30/min')
  await server.kill()
  await vi.waitFor(() => expect(replicas.every(({ redis }) => !redis.isUp())).toBe(true))
  expect(letIn(limits, 120)).toBe(90)
  await server.restart()
  await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true))
  limits[0]?.consumeMany({ client: 'new', names: ['/api/search'] }, 30)
  await vi.waitFor(() => expect(limits[2]?.consume({ client: 'new', names: ['/api/search'] })?.isOver).toBe(true))
})
