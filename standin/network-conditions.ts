// How slow and faulty the upstreams are played: latency from a log-normal distribution, hanging, ordinary errors.

import type { Fault, FaultKind } from './faults.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** A kind of weather; shares are of all requests, 0 to 1. */
export interface NetworkConditions {
  /** Time to the first byte: half of all requests are faster than this. */
  readonly medianMs: number
  /** … and 95 of 100 faster than this. */
  readonly p95Ms: number
  readonly hangShare: number
  readonly errorShare: number
  /** What an error may be; each as likely as the next. */
  readonly errors: readonly FaultKind[]
}

/** What the weather has in store for one request. */
export interface Draw {
  readonly latencyMs: number
  readonly fault?: Fault
}

/** In ordinary weather nothing that shuts a door at once (429, challenge): those are faults of their own. */
const ordinaryErrors = ['500', '502', '503', 'reset'] as const

/** The kinds of weather by name. */
export const weathers = {
  calm: { medianMs: 5, p95Ms: 8, hangShare: 0, errorShare: 0, errors: [] },
  ordinary: { medianMs: 300, p95Ms: 1500, hangShare: 0.03, errorShare: 0.03, errors: ordinaryErrors },
  rough: {
    medianMs: 800,
    p95Ms: 3000,
    hangShare: 0.08,
    errorShare: 0.1,
    errors: [...ordinaryErrors, '504', '429-retry-after', '429'],
  },
} as const satisfies Record<string, NetworkConditions>

/** A name from `weathers`. */
export type WeatherName = keyof typeof weathers

/** Whether a word names a kind of weather. */
export function isWeatherName(name: string): name is WeatherName {
  return Object.hasOwn(weathers, name)
}

/** A draw from the standard normal distribution (Box and Muller). */
function normal(chance: SeededRandom): number {
  // 1 - next() is never 0, which has no logarithm.
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
}

/** 95 of 100 draws of the standard normal distribution lie below this. */
const normalP95 = 1.6448536269514722

/** Small sites are faster or slower than t.me, each in its own way. */
function paceOf(host: string, seed: number): number {
  return host === 't.me' ? 1 : createSeededRandom(seed, 'pace', host).pick([0.6, 0.8, 1, 1.5, 2.5])
}

/**
 * What happens to the `turn`-th request for a host. The same seed, host and turn always draw the same, whatever other
 * hosts are asked in between.
 */
export function drawConditions(weather: NetworkConditions, seed: number, host: string, turn: number): Draw {
  const chance = createSeededRandom(seed, 'weather', host, turn)
  const spread = Math.log(weather.p95Ms / weather.medianMs) / normalP95
  const latencyMs = paceOf(host, seed) * weather.medianMs * Math.exp(spread * normal(chance))
  const fate = chance.next()
  if (fate < weather.hangShare) return { latencyMs, fault: { kind: 'hang' } }
  if (fate < weather.hangShare + weather.errorShare) return { latencyMs, fault: { kind: chance.pick(weather.errors) } }
  return { latencyMs }
}
