// Redis killed and emptied while three replicas ask: all continue, and then share again.
import { describe, expect, it, vi } from 'vitest'
import { impatient, makeSharing, makeSource, startReplicas } from '../../test/kit/redis.ts'

const replyMs = 20

async function startThree() {
  const { server, replicas } = await startReplicas(3, impatient)
  const all = replicas.map((replica) => makeSharing(replica))
  const { source, asked } = makeSource(async (query) => {
    await new Promise((resolve) => setTimeout(resolve, replyMs))
    return [`${query}!`]
  })
  return { server, all, source, asked }
}

type Three = Awaited<ReturnType<typeof startThree>>

/**
 * All replicas ask the same queries one after the other until stopped; returns the number of wrong outcomes.
 */
function beginAsking({ all, source }: Three) {
  const seen = { queries: 0, wrong: 0, isOver: false }
  const round = async (query: string) =>
    Promise.all(
      all.map(async ({ upstream }) => {
        const outcome = await upstream.ask(source, query, {})
        if (outcome.state === 'failed' || outcome.items[0] !== `${query}!`) seen.wrong += 1
      }),
    )
  const over = (async () => {
    for (; !seen.isOver; seen.queries += 1) await round(`q${seen.queries}`)
  })()
  return {
    seen,
    async stop() {
      seen.isOver = true
      await over
    },
  }
}

it('while Redis is gone every replica continues alone, and shares again afterwards', async () => {
  const three = await startThree()
  const { all, asked, server, source } = three
  const ups = () => all.map(({ line }) => line.isUp())
  const { seen, stop } = beginAsking(three)
  await vi.waitFor(() => expect(seen.queries).toBeGreaterThan(5))
  // Until now each query was asked once.
  expect(new Set(asked).size).toBe(asked.length)
  await server.kill()
  await vi.waitFor(() => expect(ups()).toEqual([false, false, false]))
  const before = seen.queries
  await vi.waitFor(() => expect(seen.queries).toBeGreaterThan(before + 5))
  await server.restart()
  await vi.waitFor(() => expect(ups()).toEqual([true, true, true]))
  await stop()
  expect(seen.wrong).toBe(0)
  asked.length = 0
  for (const { upstream } of all) await upstream.ask(source, 'after', {})
  expect(asked).toEqual(['after'])
  await Promise.all(all.map(({ upstream }) => upstream.ask(source, 'last', {})))
  expect(asked).toEqual(['after', 'last'])
})

describe('when Redis is emptied', () => {
  it('only asks in flight are affected', async () => {
    const three = await startThree()
    const { all, asked, server, source } = three
    const { seen, stop } = beginAsking(three)
    await vi.waitFor(() => expect(seen.queries).toBeGreaterThan(5))
    for (let times = 1; times <= 10; times += 1) {
      const before = seen.queries
      await server.client.flushall()
      await vi.waitFor(() => expect(seen.queries).toBeGreaterThan(before), { interval: 5 })
    }
    await stop()
    expect(seen.wrong).toBe(0)
    // Each outage may lose one lock.
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(10)
    asked.length = 0
    await Promise.all(all.map(({ upstream }) => upstream.ask(source, 'after', {})))
    expect(asked).toEqual(['after'])
  })
})

describe('an ask that waits for another replica', () => {
  it('asks by itself when Redis goes', async () => {
    const { server, all } = await startThree()
    const reply = Promise.withResolvers<string[]>()
    const { source, asked } = makeSource((_query, count) => (count === 1 ? reply.promise : ['x']))
    const [a, b, c] = all.map(({ upstream }) => upstream)
    const ofA = a?.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const others = [b?.ask(source, 'q', {}), c?.ask(source, 'q', {})]
    await vi.waitFor(async () => {
      for (const { metrics } of all.slice(1)) expect(await metrics.text()).toContain('trawl_fleet_asks_waiting 1')
    })
    await server.kill()
    expect(await Promise.all(others)).toMatchObject([{ state: 'fresh' }, { state: 'fresh' }])
    reply.resolve(['y'])
    expect(await ofA).toMatchObject({ state: 'fresh', items: ['y'] })
  })
})
