// Network conditions of the mock upstreams: log-normal latency, hanging requests, ordinary errors.
import type { Fault, FaultKind } from './faults.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** Network conditions; fractions are of all requests, 0 to 1. */
export interface NetworkConditions {
  /** Time to the first byte: median, in ms. */
  readonly medianMs: number
  /** Time to the first byte: 95th percentile, in ms. */
  readonly p95Ms: number
  readonly hangShare: number
  readonly errorShare: number
  /** Possible errors, with equal probability. */
  readonly errors: readonly FaultKind[]
}

/** The network conditions of one request. */
export interface Draw {
  readonly latencyMs: number
  readonly fault?: Fault
}

/** Excludes refusals such as 429 and challenge pages; those are separate faults. */
const ordinaryErrors = ['500', '502', '503', 'reset'] as const

/** Network conditions by name. */
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

/** A key of `weathers`. */
export type WeatherName = keyof typeof weathers

/** True when the text is a key of `weathers`. */
export function isWeatherName(name: string): name is WeatherName {
  return Object.hasOwn(weathers, name)
}

/** A draw from the standard normal distribution (Box-Muller). */
function normal(chance: SeededRandom): number {
  // 1 - next() is never 0, whose logarithm is undefined.
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next())
}

/** 95th percentile of the standard normal distribution. */
const normalP95 = 1.6448536269514722

/** Latency factor of a host relative to t.me. */
function paceOf(host: string, seed: number): number {
  return host === 't.me' ? 1 : createSeededRandom(seed, 'pace', host).pick([0.6, 0.8, 1, 1.5, 2.5])
}

/**
 * The network conditions of request number `turn` of a host. Deterministic by seed, host and turn, independent of other
 * hosts.
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
