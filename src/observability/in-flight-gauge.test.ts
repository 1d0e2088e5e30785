// Tests of the gauge of calls in progress, however they end.
import { expect, it } from 'vitest'
import { createInFlightGauge } from './in-flight-gauge.ts'
import { createMetrics } from './metrics.ts'

function make() {
  const metrics = createMetrics()
  const running = createInFlightGauge(metrics, 'trawl_some_running', 'What runs.')
  return { ...running, count: async () => /^trawl_some_running (\d+)$/m.exec(await metrics.text())?.[1] }
}

it('counts calls until they are settled, well or not', async () => {
  const { trackPromise, count } = make()
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const call = trackPromise((which: string) => (which === 'good' ? good.promise : bad.promise))
  const [one, other] = [call('good'), call('bad')]
  expect(await count()).toBe('2')
  good.resolve('came')
  bad.reject(new Error('failed'))
  expect(await one).toBe('came')
  await expect(other).rejects.toThrow('failed')
  expect(await count()).toBe('0')
})

it('counts a stream until its last item was taken, or its reader leaves', async () => {
  const { trackGenerator, count } = make()
  const numbers = trackGenerator(async function* (most: number) {
    for (let at = 1; at <= most; at += 1) yield at
  })
  for await (const at of numbers(3)) {
    expect(await count()).toBe('1')
    if (at === 2) break
  }
  expect(await count()).toBe('0')
  expect(await Array.fromAsync(numbers(3))).toEqual([1, 2, 3])
  expect(await count()).toBe('0')
})
