// Tests that the draws of the network conditions have the promised distribution.
import { expect, test } from 'vitest'
import { drawConditions, weathers } from './network-conditions.ts'

const draws = 10_000

/** Median and p95 in ms, fractions of hanging requests and errors; an independent copy of the required values. */
const promised = {
  calm: [5, 8, 0, 0],
  ordinary: [300, 1500, 0.03, 0.03],
  rough: [800, 3000, 0.08, 0.1],
} as const

function drawMany(name: keyof typeof weathers, seed: number) {
  return Array.from({ length: draws }, (_, turn) => drawConditions(weathers[name], seed, 't.me', turn))
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function shareOf(values: readonly boolean[]): number {
  return values.filter(Boolean).length / values.length
}

test.each(['calm', 'ordinary', 'rough'] as const)(
  '%s weather keeps its median, its slow tail and its shares of hanging and errors',
  (name) => {
    const [median, p95, hang, errors] = promised[name]
    const all = drawMany(name, 1)
    const latencies = all.map((draw) => draw.latencyMs)
    expect(Math.abs(quantile(latencies, 0.5) / median - 1)).toBeLessThan(0.1)
    expect(Math.abs(quantile(latencies, 0.95) / p95 - 1)).toBeLessThan(0.1)
    const hung = shareOf(all.map((draw) => draw.fault?.kind === 'hang'))
    const failed = shareOf(all.map((draw) => draw.fault !== undefined && draw.fault.kind !== 'hang'))
    expect(Math.abs(hung - hang)).toBeLessThan(name === 'rough' ? 0.01 : 0.005)
    expect(Math.abs(failed - errors)).toBeLessThan(name === 'rough' ? 0.01 : 0.005)
  },
)

test.each([
  ['ordinary', ['500', '502', '503', 'hang', 'reset']],
  ['rough', ['429', '429-retry-after', '500', '502', '503', '504', 'hang', 'reset']],
] as const)('%s weather has the faults %j', (name, expected) => {
  const kinds = new Set(drawMany(name, 1).flatMap((draw) => draw.fault?.kind ?? []))
  expect([...kinds].sort()).toEqual(expected)
})
