// A service process over the stand-in, for terminal commands to ask.
import { onTestFinished } from 'vitest'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'
import { run } from './process.ts'

/** Three channels and two plugins: enough for results, and quick to ask. */
export const fewSources = { CHANNELS: 'demo_one,demo_two,demo_share', ENABLED_PLUGINS: 'labi,duoduo' }

/** A running service. */
export interface Served {
  readonly standin: Standin
  readonly url: string
  /** The environment that points a command to it. */
  readonly env: { readonly TRAWL_URL: string }
  /** Kills the service. */
  kill(): void
  /** Starts it again on the same port. */
  startAgain(): Promise<void>
}

/** Starts the service and the stand-in; both end with the test. */
export async function startServed(
  env: Readonly<Record<string, string>> = {},
  weather: StandinOptions = {},
): Promise<Served> {
  const standin = await startStandin({ seed: 7, weather: 'calm', ...weather })
  onTestFinished(() => standin.close())
  const asks = { UPSTREAM_GATEWAY: standin.url, ...fewSources, ...env }
  const service = run('src/main.ts', [], { HOST: '127.0.0.1', PORT: '0', ...asks })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return {
    standin,
    url,
    env: { TRAWL_URL: url },
    kill: () => service.signal('SIGKILL'),
    async startAgain() {
      await service.ended
      await run('src/main.ts', [], { HOST: '127.0.0.1', PORT: new URL(url).port, ...asks }).says(/listens on/)
    },
  }
}
