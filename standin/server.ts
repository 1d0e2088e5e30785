// The stand-in server: one local server that mocks every upstream, selected by the host of the upstream URL, with a control API.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { createClouds } from './clouds.ts'
import { defaultNow } from './corpus/corpus.ts'
import { type Asked, createDispatcher, type Dispatcher } from './dispatcher.ts'
import { type FaultRule, faultRule } from './faults.ts'
import { createHotHandlers, type Lists } from './hot/handlers.ts'
import { createSteps, type Steps } from './hot/list-members.ts'
import type { Reply, UpstreamHandler } from './mock-response.ts'
import { isWeatherName, type NetworkConditions, type WeatherName, weathers } from './network-conditions.ts'
import { createSites } from './sites.ts'
import { createTelegram } from './telegram/handler.ts'

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${JSON.stringify(value)}\n`)
}

/** The parts of the stand-in that the control API reads and changes. */
interface ControlContext {
  readonly dispatcher: Dispatcher
  readonly steps: Steps
}

const weatherRule = z.custom<WeatherName>(
  (name) => typeof name === 'string' && isWeatherName(name),
  `weather must be one of ${Object.keys(weathers).join(' ')}`,
)
const timeRule = z.union(
  [z.strictObject({ step: z.number() }), z.strictObject({ advance: z.number() })],
  'time needs {"step": n} or {"advance": n}',
)

/** The control requests by method and name; those with a body throw for an invalid one. */
const controls = new Map<string, (context: ControlContext, body: unknown) => unknown>([
  ['GET asked', ({ dispatcher }) => dispatcher.counts()],
  ['GET requests', ({ dispatcher }) => dispatcher.asked()],
  [
    'POST fault',
    ({ dispatcher }, body) => {
      const faults = z.array(faultRule).parse([body].flat())
      dispatcher.setFaults(...faults)
      return { faults }
    },
  ],
  [
    'POST weather',
    ({ dispatcher }, body) => {
      const { weather } = z.object({ weather: weatherRule }).parse({ ...Object(body) })
      dispatcher.setWeather(weathers[weather])
      return { weather }
    },
  ],
  [
    'POST time',
    ({ steps }, body) => {
      const asked = timeRule.parse(body)
      steps.set('step' in asked ? asked.step : steps.now() + asked.advance)
      return { step: steps.now() }
    },
  ],
])

/**
 * Handles a control request: `GET asked` (counts), `GET requests` (the last 10,000), `POST fault` with a rule or a list
 * of rules (an empty list removes all faults), `POST weather` with `{"weather":"rough"}`, `POST time` with
 * `{"step":12}` or `{"advance":1}` (growing lists). Invalid input gets 400 with a message.
 */
async function handleControlRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ControlContext,
): Promise<void> {
  const control = controls.get(`${request.method} ${/^\/__standin\/(\w+)/.exec(request.url ?? '')?.[1]}`)
  const known = 'GET asked, GET requests, POST fault, POST weather, POST time'
  if (!control) return reply(response, 404, { error: `unknown endpoint; use ${known}` })
  try {
    const body: unknown = request.method === 'POST' ? JSON.parse(await text(request)) : undefined
    reply(response, 200, control(context, body))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    reply(response, 400, { error: issue?.message ?? (error instanceof Error ? error.message : 'invalid request') })
  }
}

export interface StandinOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Listen address; default 127.0.0.1. */
  readonly host?: string
  /** Determines every post and every draw; default 1. */
  readonly seed?: number
  /** Default `calm`. */
  readonly weather?: WeatherName | NetworkConditions
  readonly faults?: readonly FaultRule[]
  /** The fixed clock of the corpus, and the time of growing lists at step 0; default 2026-11-20 12:00 UTC. */
  readonly now?: Date
  /**
   * Clock in milliseconds for the request log and growing lists. Without it every `Asked.at` is 0 and only `setStep`
   * moves lists.
   */
  readonly clock?: () => number
  /** Hot lists as exact samples (default), or as lists of about 30 items that change over time. */
  readonly lists?: Lists
  /** Serves HTTPS with these options; the upstream is then the host of each request. */
  readonly tls?: ServerOptions
  /** Step length of growing lists in milliseconds; default one minute. */
  readonly stepMs?: number
}

export interface Standin {
  /** The value for `UPSTREAM_GATEWAY`, without a trailing slash. */
  readonly url: string
  /** Stops listening and closes all connections, including hanging ones. */
  close(): Promise<void>
  /** The last 10,000 requests in order of arrival. */
  asked(): readonly Asked[]
  setWeather(weather: WeatherName | NetworkConditions): void
  /** Replaces all rules; the first rule that matches a request applies. No arguments: no injected faults. */
  setFaults(...rules: FaultRule[]): void
  /**
   * Sets the step of growing lists; they continue from it by the clock.
   * @throws TypeError unless it is a whole number from 0 to 10^9.
   */
  setStep(step: number): void
}

function weatherOf(weather: WeatherName | NetworkConditions): NetworkConditions {
  return typeof weather === 'string' ? weathers[weather] : weather
}

/** Request bodies are small: a keyword and a page number. */
const maxBodyBytes = 65_536

async function receive(request: IncomingMessage, response: ServerResponse, dispatcher: Dispatcher): Promise<void> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request) {
      bytes += part.length
      if (bytes <= maxBodyBytes) parts.push(part)
    }
  } catch {
    // The client disconnected while sending.
    return
  }
  dispatcher.dispatch(request, Buffer.concat(parts).toString(), response)
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
 * Starts the stand-in. The request path is unchanged and `x-upstream-url` contains the absolute URL; an unknown host
 * gets 502. Rejects when the port is not available or a hot-list fixture cannot be read.
 */
export async function startStandin(options: StandinOptions = {}): Promise<Standin> {
  const { port = 0, host = '127.0.0.1', seed = 1, now = defaultNow, clock = () => 0 } = options
  const { lists = 'samples', stepMs = 60_000 } = options
  const steps = createSteps(clock, stepMs)
  const handlers = new Map<string, UpstreamHandler<Reply>>([
    ['t.me', createTelegram(seed, now)],
    ...createHotHandlers({ seed, now, stepMs, lists, steps }),
    ...createClouds(seed),
    ...createSites(seed, now),
  ])
  const dispatcher = createDispatcher({ handlers, seed, clock }, weatherOf(options.weather ?? 'calm'))
  dispatcher.setFaults(...(options.faults ?? []))
  const respond: RequestListener = (request, response) => {
    const isControl = request.headers['x-upstream-url'] === undefined && request.url?.startsWith('/__standin/')
    if (isControl) void handleControlRequest(request, response, { dispatcher, steps })
    else void receive(request, response, dispatcher)
  }
  const server = options.tls ? createTlsServer(options.tls, respond) : createServer(respond)
  // Longer than any client keeps a connection, so that the server never closes an idle one first.
  server.keepAliveTimeout = 65_000
  // Then each request looks at the name and the certificate again.
  if (options.tls) server.maxRequestsPerSocket = 1
  const url = await listen(server, port, host)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    asked: dispatcher.asked,
    setWeather: (weather) => dispatcher.setWeather(weatherOf(weather)),
    setFaults: dispatcher.setFaults,
    setStep: steps.set,
  }
}
