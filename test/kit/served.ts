// Starts the service as a user does, with the built page and a stand-in, for all tests of a file.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startAsking } from '../../bench/processes.ts'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'

export interface Served {
  readonly url: string
  readonly standin: Standin
  /** Stops both; a second call does nothing. */
  stop(): Promise<void>
  /** Kills the service without a shutdown. */
  crash(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** Few sources, so that searches are quick and predictable; every list is enabled. A busy machine is no reason to reject requests. */
const fewSources: Settings = {
  CHANNELS: 'demo_share,demo_two,demo_three',
  ENABLED_PLUGINS: 'none',
  ENABLED_SOURCES: 'all',
  RECHECK: 'false',
  MAX_LAG_MS: '0',
}

/**
 * Starts a service over a few channels and all hot lists, with these further settings, and a stand-in without faults.
 */
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

/** Starts one service for all tests of a file and resets the stand-in's weather before each of them. */
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
