// The stand-in: one local server that plays every upstream, by the host of the address it is asked for.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createClouds } from './clouds.ts'
import { handleControlRequest } from './control-api.ts'
import { defaultNow } from './corpus/corpus.ts'
import { type Asked, createDispatcher, type Dispatcher } from './dispatcher.ts'
import type { FaultRule } from './faults.ts'
import { createHotPlayers, type Lists } from './hot/handlers.ts'
import { createSteps } from './hot/step-clock.ts'
import type { Reply, UpstreamHandler } from './mock-response.ts'
import { type NetworkConditions, type WeatherName, weathers } from './network-conditions.ts'
import { createSites } from './sites.ts'
import { createTelegram } from './telegram/handler.ts'

export interface StandinOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string
  /** Decides every post and every draw; 1 unless given. */
  readonly seed?: number
  /** `calm` unless given. */
  readonly weather?: WeatherName | NetworkConditions
  readonly faults?: readonly FaultRule[]
  /** The clock of the corpus, which stands still, and the time of growing lists at step 0; 2026-11-20 12:00 UTC unless given. */
  readonly now?: Date
  /** Times what is asked, in milliseconds, and moves growing lists; without it every `Asked.at` is 0 and lists move by hand alone. */
  readonly clock?: () => number
  /** Hot lists word for word as their samples, which is so unless given, or as lists of about 30 that change with time. */
  readonly lists?: Lists
  /** How long a step of growing lists is, in milliseconds; a minute unless given. */
  readonly stepMs?: number
}

export interface Standin {
  /** What `UPSTREAM_GATEWAY` must be, without a slash at the end. */
  readonly url: string
  /** Stops listening and ends all connections, hanging ones too. */
  close(): Promise<void>
  /** The last 10,000 requests in order of arrival. */
  asked(): readonly Asked[]
  setWeather(weather: WeatherName | NetworkConditions): void
  /** Replaces all rules; the first that fits a request is played. Without arguments: no faults on demand. */
  setFaults(...rules: FaultRule[]): void
  /** Moves growing lists to a step, from which they go on by the clock. @throws TypeError unless it is a whole number from 0 to 10^9. */
  setStep(step: number): void
}

function weatherOf(weather: WeatherName | NetworkConditions): NetworkConditions {
  return typeof weather === 'string' ? weathers[weather] : weather
}

/** Bodies are small here: a keyword and a page number. */
const mostBodyBytes = 65_536

async function receive(request: IncomingMessage, response: ServerResponse, stage: Dispatcher): Promise<void> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request) {
      bytes += part.length
      if (bytes <= mostBodyBytes) parts.push(part)
    }
  } catch {
    // The client left while it was still sending.
    return
  }
  stage.play(request, Buffer.concat(parts).toString(), response)
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const shown = host.includes(':') ? `[${host}]` : host
      resolve(`http://${shown}:${typeof address === 'object' ? address?.port : port}`)
    })
  })
}

/**
 * Starts the stand-in. A request's path comes unchanged and its `x-upstream-url` holds the absolute address; a host
 * nobody plays here is answered 502. Rejects when the port cannot be had or a fixture of a hot list cannot be read.
 */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  const { port = 0, host = '127.0.0.1', seed = 1, now = defaultNow, clock = () => 0 } = options
  const { lists = 'samples', stepMs = 60_000 } = options
  const steps = createSteps(clock, stepMs)
  const players = new Map<string, UpstreamHandler<Reply>>([
    ['t.me', createTelegram(seed, now)],
    ...createHotPlayers({ seed, now, stepMs, lists, steps }),
    ...createClouds(seed),
    ...createSites(seed, now),
  ])
  const stage = createDispatcher({ players, seed, clock }, weatherOf(options.weather ?? 'calm'))
  stage.setFaults(...(options.faults ?? []))
  const server = createServer((request, response) => {
    const toDoor = request.headers['x-upstream-url'] === undefined && request.url?.startsWith('/__standin/')
    if (toDoor) void handleControlRequest(request, response, { stage, steps })
    else void receive(request, response, stage)
  })
  // Longer than any client keeps a connection, so that it is never this side that closes an idle one.
  server.keepAliveTimeout = 65_000
  const url = await listen(server, port, host)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    asked: stage.asked,
    setWeather: (weather) => stage.setWeather(weatherOf(weather)),
    setFaults: stage.setFaults,
    setStep: steps.set,
  }
}
