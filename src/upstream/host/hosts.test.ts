// The metrics of upstream hosts.
import { expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { UpstreamError } from '../errors.ts'
import { breakerRules } from './circuit-breaker.ts'
import { createUpstreamHosts, registerHostGauges } from './hosts.ts'
import { createCallers, runQueued } from './queue.ts'

function make() {
  const clock = makeClock()
  const hosts = createUpstreamHosts(clock.epochMs)
  const metrics = createMetrics()
  const downloads = createUpstreamHosts(clock.epochMs)
  registerHostGauges(hosts, downloads, metrics)
  const failed = (name: string) => {
    for (let count = 0; count < breakerRules.failureThreshold; count += 1)
      hosts.get(name, 8).breaker.acquire().failed(new UpstreamError('timeout', 'took too long'))
  }
  const breakers = async () =>
    Array.from(
      (await metrics.text()).matchAll(/^trawl_upstream_breaker_open\{host="(.*)"\} (.*)$/gm),
      ([, host, open]) => [host, Number(open)],
    )
  return { clock, hosts, downloads, metrics, failed, breakers }
}

it('of each host that was asked the metrics show whether its breaker is open', async () => {
  const { clock, hosts, failed, breakers } = make()
  expect(await breakers()).toEqual([])
  hosts.get('well.site.test', 8)
  failed('down.site.test')
  expect(await breakers()).toEqual([
    ['down.site.test', 1],
    ['well.site.test', 0],
  ])
  clock.advance(breakerRules.openMs)
  expect(await breakers()).toContainEqual(['down.site.test', 0.5])
})

it('attempts on the wire and those that wait for them are added up over all hosts', async () => {
  const { hosts, downloads, metrics } = make()
  const over = Promise.withResolvers<void>()
  const run = (table: typeof hosts, name: string) =>
    runQueued(table.get(name, 1).queue, {
      callers: createCallers(),
      signal: new AbortController().signal,
      work: () => over.promise,
    })
  const work = ['a.site.test', 'a.site.test', 'b.site.test'].map((name) => run(hosts, name))
  work.push(run(downloads, 'a.site.test'))
  const text = await metrics.text()
  expect(text).toContain('\ntrawl_upstream_attempts_running 3\n')
  expect(text).toContain('\ntrawl_upstream_attempts_waiting 1\n')
  over.resolve()
  await Promise.all(work)
  expect(await metrics.text()).toContain('\ntrawl_upstream_attempts_running 0\n')
})
