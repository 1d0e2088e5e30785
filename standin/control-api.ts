// Control API for tests in other processes: `/__standin/…` sets faults, network conditions and list steps.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Dispatcher } from './dispatcher.ts'
import { readRule } from './faults.ts'
import type { Steps } from './hot/step-clock.ts'
import { isWeatherName, weathers } from './network-conditions.ts'

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${JSON.stringify(value)}\n`)
}

function setFaults(stage: Dispatcher, body: unknown): unknown {
  const rules = (Array.isArray(body) ? body : [body]).map(readRule)
  stage.setFaults(...rules)
  return { faults: rules }
}

function setWeather(stage: Dispatcher, body: unknown): unknown {
  const { weather }: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  if (typeof weather !== 'string' || !isWeatherName(weather)) {
    throw new TypeError(`weather must be one of ${Object.keys(weathers).join(' ')}`)
  }
  stage.setWeather(weathers[weather])
  return { weather }
}

/** The parts of the stand-in that the control API reads and changes. */
export interface ControlContext {
  readonly stage: Dispatcher
  readonly steps: Steps
}

function moveTime(steps: Steps, body: unknown): unknown {
  const { step, advance }: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  const isOne = (step === undefined) !== (advance === undefined)
  const amount = step ?? advance
  if (!isOne || typeof amount !== 'number') throw new TypeError('time needs {"step": n} or {"advance": n}')
  steps.set(step === undefined ? steps.now() + amount : amount)
  return { step: steps.now() }
}

/**
 * Handles a control request: `GET asked` (counts), `GET requests` (the last 10,000), `POST fault` with a rule or a list
 * of rules (an empty list removes all faults), `POST weather` with `{"weather":"rough"}`, `POST time` with
 * `{"step":12}` or `{"advance":1}` (growing lists). Invalid input gets 400 with a message.
 */
export async function handleControlRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { stage, steps }: ControlContext,
): Promise<void> {
  const what = `${request.method} ${(request.url ?? '').split('?', 1)[0]}`
  try {
    if (what === 'GET /__standin/asked') reply(response, 200, stage.counts())
    else if (what === 'GET /__standin/requests') reply(response, 200, stage.asked())
    else if (what === 'POST /__standin/fault') reply(response, 200, setFaults(stage, JSON.parse(await text(request))))
    else if (what === 'POST /__standin/weather')
      reply(response, 200, setWeather(stage, JSON.parse(await text(request))))
    else if (what === 'POST /__standin/time') reply(response, 200, moveTime(steps, JSON.parse(await text(request))))
    else
      reply(response, 404, {
        error: 'unknown endpoint; use GET asked, GET requests, POST fault, POST weather, POST time',
      })
  } catch (error) {
    reply(response, 400, { error: error instanceof Error ? error.message : 'invalid request' })
  }
}
