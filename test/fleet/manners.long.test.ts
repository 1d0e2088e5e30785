// Tests that three replicas act as one: rate limits apply to all together, and sites get no more concurrent requests than from one.
import { expect, test } from 'vitest'
import { startFleet, untilWell } from '../kit/fleet.ts'
import { askedFor, wereAlone } from '../kit/fleet-trial.ts'

/** Maximum concurrent requests to the host of this plugin, by its limits. */
const plugin = { name: 'jikepan', host: 'api.jikepan.xyz', parallel: 2 }

function fromAddress(address: string) {
  return { headers: { host: 'trawl.example', 'x-forwarded-for': address } }
}

test('rates hold for a client who asks three replicas in turn, and a site is asked by all of them no more at once than by one', async () => {
  const weather = { medianMs: 100, p95Ms: 140, hangShare: 0, errorShare: 0, errors: [] }
  const rates = { TRUST_PROXY: 'loopback', RATE_LIMITS: '*=60/h' }
  const settings = { ...rates, ENABLED_PLUGINS: plugin.name, SEARCH_DEADLINE_MS: '30000', SEARCH_EARLY_MS: '30000' }
  const { replicas } = await startFleet({ settings, standin: { weather } })
  await untilWell(replicas)

  const statuses: number[] = []
  for (let at = 0; at < 40; at += 1)
    for (const { ask } of replicas) statuses.push((await ask('/api/v1/sources', fromAddress('192.0.2.7'))).status)
  const answered = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status === 429).length).toBe(statuses.length - answered)
  expect(answered).toBeGreaterThanOrEqual(60)
  // Requests that arrive before the counts are shared may pass too; their number depends on the machine. Without
  // sharing, all 120 would pass.
  if (!wereAlone(replicas)) expect(answered).toBeLessThan(120)
  // By now each replica knows all counts, whichever of them the client asked.
  for (const { ask } of replicas) expect((await ask('/api/v1/sources', fromAddress('192.0.2.7'))).status).toBe(429)
  for (const { ask } of replicas) expect((await ask('/api/v1/sources', fromAddress('192.0.2.8'))).status).toBe(200)

  const waiting = () =>
    replicas
      .flatMap(({ standin }) => standin.asked())
      .filter(({ answer, upstreamUrl }) => answer === 'waiting' && upstreamUrl.includes(plugin.host)).length
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, waiting())
  }, 2)
  const words = Array.from({ length: 45 }, (_, at) => `word${at}`)
  const answers = await Promise.all(
    words.map((kw, at) => replicas[at % 3]?.ask(`/api/search?src=plugin&kw=${kw}`, { withinMs: 40_000 })),
  )
  clearInterval(watching)
  expect(answers.map((answer) => JSON.parse(answer?.text ?? '{}').meta?.sources.answered)).toEqual(words.map(() => 1))
  expect(askedFor(replicas, [plugin.host])).toBe(words.length)
  expect(most).toBe(plugin.parallel)
})
