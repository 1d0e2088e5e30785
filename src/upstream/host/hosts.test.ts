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
  const [hosts, downloads] = [createUpstreamHosts(clock.epochMs), createUpstreamHosts(clock.epochMs)]
  const metrics = createMetrics()
  registerHostGauges(hosts, downloads, metrics)
  return { clock, hosts, downloads, metrics }
}

it('of each host that was asked the metrics show whether its breaker is open', async () => {
  const { clock, hosts, metrics } = make()
  const breakers = async () => (await metrics.text()).match(/^trawl_upstream_breaker_open\{.*$/gm)
  expect(await breakers()).toBeNull()
  hosts.get('well.site.test', 8)
  hosts.get('down.site.test', 8).breaker.acquire().failed(new UpstreamError('blocked', 'answered 403'))
  const shown = (open: number) => [
    `trawl_upstream_breaker_open{host="down.site.test"} ${open}`,
    'trawl_upstream_breaker_open{host="well.site.test"} 0',
  ]
  expect(await breakers()).toEqual(shown(1))
  clock.advance(breakerRules.blockedMs)
  expect(await breakers()).toEqual(shown(0.5))
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
