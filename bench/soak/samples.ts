// What a soak observes of the service: memory after a collection, lag, handles, descriptors, disk; and their trend.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { descriptorsOf, residentMb, type Started } from '../processes.ts'
import { quantile } from '../statistics.ts'
import type { Inspector } from './inspector.ts'

export interface Sample {
  /** Minutes since the beginning. */
  readonly at: number
  readonly heapMb: number
  readonly residentMb: number
  /** p99 of the lag of the event loop since the sample before, by the service's own metrics. */
  readonly lagMs: number
  readonly handles: number
  readonly descriptors: number
  readonly diskMb: number
}

type Figure = Exclude<keyof Sample, 'at'>

export async function takeSample(trawl: Started, inspector: Inspector, folder: string, at: number): Promise<Sample> {
  // Read first: the collection itself holds up the event loop.
  const metrics = await (await fetch(`${trawl.url}/metrics`)).text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  await inspector.collectGarbage()
  const heap = Number(await inspector.evaluate('process.memoryUsage().heapUsed'))
  return {
    at,
    heapMb: heap / 2 ** 20,
    residentMb: await residentMb(trawl.pid),
    lagMs: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
    handles: metric('nodejs_active_resources_total'),
    descriptors: await descriptorsOf(trawl.pid),
    diskMb: diskMbOf(folder),
  }
}

/** The databases of the service, with their logs. */
function diskMbOf(folder: string): number {
  const sizes = globSync('*.db*', { cwd: folder }).map((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  )
  return sizes.reduce((sum, stat) => sum + (stat?.size ?? 0), 0) / 2 ** 20
}

const figures: readonly (readonly [Figure, string])[] = [
  ['heapMb', 'heap after a collection, MB'],
  ['residentMb', 'resident memory, MB'],
  ['lagMs', 'lag of the event loop, p99, ms'],
  ['handles', 'handles'],
  ['descriptors', 'descriptors'],
  ['diskMb', 'disk, MB'],
]

/** One line for each figure: over time, at most, and its slope over the second half, when caches are full. */
export function describe(samples: readonly Sample[]): string[] {
  const half = samples.slice(samples.length >> 1)
  return figures.map(([name, words]) => {
    const shown = tenths(samples.map((one) => one[name])).map((value) => value.toFixed(0))
    const most = Math.max(...samples.map((one) => one[name]))
    const slope = slopeOf(half.map((one) => [one.at, one[name]])) * 60
    return `${words.padEnd(32)} ${shown.join(' ')}; at most ${most.toFixed(1)}; slope of the second half ${slope.toFixed(1)} an hour`
  })
}

function tenths(values: readonly number[]): number[] {
  const size = Math.max(1, values.length / 10)
  const count = Math.min(10, values.length)
  return Array.from({ length: count }, (_, at) =>
    quantile(values.slice(Math.floor(at * size), Math.floor((at + 1) * size)), 0.5),
  )
}

/** Least squares; 0 of fewer than two points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)]
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread
}
