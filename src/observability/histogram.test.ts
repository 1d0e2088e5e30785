// Compares our histogram with prom-client's: the same text for the same values.
import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createHistogram } from './histogram.ts'

const options = {
  name: 'some_seconds',
  help: 'How long something took.',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.1, 1],
}

it('writes what prom-client writes', async () => {
  const registry = new Registry()
  const slow = new Histogram({ ...options, registers: [registry] })
  const quick = createHistogram(options)
  for (const route of ['/a', '/b"\\\n', '']) {
    for (const value of [0, 0.005, 0.0051, 0.1, 0.25, 1, 1.5, 40]) {
      slow.observe({ route, status: '200' }, value)
      quick.observe(value, route, '200')
    }
  }
  expect(quick.text()).toBe(await registry.metrics())
})

it('says what it is before anything was counted', async () => {
  const registry = new Registry()
  new Histogram({ ...options, registers: [registry] })
  expect(createHistogram(options).text()).toBe(await registry.metrics())
})
