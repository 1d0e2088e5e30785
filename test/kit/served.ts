// The service as a person runs it, with the built page, and a stand-in beside it; ended with the tests of a file.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startAsking } from '../../bench/processes.ts'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'

export interface Served {
  readonly url: string
  readonly standin: Standin
  /** Ends both; once they have ended, nothing happens. */
  stop(): Promise<void>
  /** Ends the service as a power cut does. */
  crash(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** Few sources, so that a search is quick and what they say can be foreseen; every list is on. */
const fewSources: Settings = {
  CHANNELS: 'demo_share,demo_two,demo_three',
  ENABLED_PLUGINS: 'none',
  ENABLED_SOURCES: 'all',
  RECHECK: 'false',
}

/** Starts a service over a few channels and all hot lists, with these settings besides, and a stand-in in calm weather. */
export async function startServed(settings: Settings = {}, options: StandinOptions = {}): Promise<Served> {
  const standin = await startStandin({ lists: 'growing', stepMs: 3_600_000, ...options })
  const trawl = await startAsking(standin.url, { ...fewSources, ...settings })
  const held: { ended?: Promise<void> } = {}
  const end = () => {
    held.ended ??= trawl.stop()
    return held.ended
  }
  return {
    url: trawl.url,
    standin,
    async stop() {
      await end()
      await standin.close()
    },
    crash() {
      if (trawl.pid !== undefined) process.kill(trawl.pid, 'SIGKILL')
      return end()
    },
  }
}

/** One service for all tests of a file. Before each of them the weather is fair again. */
export function serveAll(settings: Settings = {}, options: StandinOptions = {}): Pick<Served, 'url' | 'standin'> {
  const held: { served?: Served } = {}
  const served = (): Served => {
    if (!held.served) throw new Error('the service is there while a test runs')
    return held.served
  }
  beforeAll(async () => {
    held.served = await startServed(settings, options)
  })
  beforeEach(() => {
    served().standin.setFaults()
    served().standin.setWeather(options.weather ?? 'calm')
  })
  afterAll(() => held.served?.stop())
  return {
    get url() {
      return served().url
    },
    get standin() {
      return served().standin
    },
  }
}
