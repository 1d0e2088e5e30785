// Shared parts of these tests: our plugins over generated channels, and parsers of answers and requests.
import { onTestFinished, vi } from 'vitest'
import type { LinkItem } from '../../src/contract/links.ts'
import type { ResultItem, SearchResponse } from '../../src/contract/search.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import type { EnvironmentVariables } from '../../src/search/plugin.ts'
import type { StandinOptions } from '../../standin/server.ts'
import { startTrawl, type Trawl } from '../kit/trawl.ts'

/** Channels that have a preview with this seed. */
export const seed = 3
export const fewChannels = ['demo_one', 'demo_two', 'demo_three']

/** Every upstream answers at once. */
export const still = { medianMs: 1, p95Ms: 2, hangShare: 0, errorShare: 0, errors: [] }

/** Long enough for every source to finish. */
export const patient = { conc: 256, ext: { deadline_ms: 30_000 } }

interface Start extends StandinOptions {
  readonly channels?: readonly string[]
  readonly env?: EnvironmentVariables
  readonly hasSourceTimeouts?: boolean
}

/** Starts the service over some channels and all our plugins, with settings from `env`. */
export async function startAll({ channels = fewChannels, env = {}, ...options }: Start = {}): Promise<Trawl> {
  const plugins = await loadPlugins({}, env, { info: () => undefined, warn: () => undefined })
  return startTrawl(channels, { seed, weather: still, plugins, ...options })
}

/** Holds the clock of everything that starts later until the test advances it; timers run normally. */
export function holdClock(start = Date.UTC(2026, 10, 20)): { readonly advance: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  onTestFinished(() => void vi.useRealTimers())
  return { advance: (ms) => void vi.setSystemTime(Date.now() + ms) }
}

/** Requests that a stand-in recorded. */
type Requests = readonly { readonly upstreamUrl: string }[]

/** Requests by address, sorted by address. */
export function timesAsked(asked: Requests): Readonly<Record<string, number>> {
  const times = new Map<string, number>()
  for (const { upstreamUrl } of asked) times.set(upstreamUrl, (times.get(upstreamUrl) ?? 0) + 1)
  return Object.fromEntries([...times].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The requested hosts, without duplicates. */
export function hostsOf(asked: Requests): string[] {
  return [...new Set(asked.map(({ upstreamUrl }) => new URL(upstreamUrl).host))].sort()
}

/** All links of an answer in the shape `merged_by_type` or `all`. */
export function linksOf({ data }: Pick<SearchResponse, 'data'>): LinkItem[] {
  return 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
}

/** All results of an answer in the shape `results` or `all`. */
export function resultsOf({ data }: Pick<SearchResponse, 'data'>): ResultItem[] {
  return 'results' in data ? data.results : []
}

/** The warnings in short form: kind, source and failure. */
export function reportedOf({ warnings = [] }: SearchResponse): string[] {
  return warnings.map(({ kind, source, detail }) => `${kind} ${source} ${detail.split(':')[0]}`)
}
