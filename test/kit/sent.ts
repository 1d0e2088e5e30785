// Sends requests as the contract's operations have them to an app, and reads what comes, streams too.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { authPaths, loginResponse } from '../../src/contract/auth.ts'
import type { Came } from './described.ts'
import { proofs } from './whole-trawl.ts'

/** A request as an example has it. */
export interface Wanted {
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly inPath?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  /** Default: a program on this machine. */
  readonly from?: string
}

/** A value as a query has it: lists with commas, objects as JSON. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The address of a request, with its query. */
function urlOf({ path, inPath = {}, query = {} }: Pick<Wanted, 'path' | 'inPath' | 'query'>): string {
  const whole = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(spelled(value))}`)
  return fields.length === 0 ? whole : `${whole}?${fields.join('&')}`
}

/** Nobody reads on in a stream that says nothing for so long: one that is followed never ends. */
const silentMs = 250

/** Sends it, and gives what comes. */
export async function sent(app: FastifyInstance, wanted: Wanted): Promise<Came> {
  const { method, body, headers = {}, from } = wanted
  return sentAs(app, {
    method: methodOf(method),
    url: urlOf(wanted),
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  })
}

function methodOf(text: string): 'GET' | 'POST' | 'DELETE' | 'HEAD' {
  const upper = text.toUpperCase()
  if (upper === 'POST' || upper === 'DELETE' || upper === 'HEAD') return upper
  return 'GET'
}

/** The same as the app takes it. */
export async function sentAs(app: FastifyInstance, options: InjectOptions): Promise<Came> {
  const response = await app.inject({ ...options, payloadAsStream: true })
  const stream = response.stream()
  const parts: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  let isCut = false
  const stop = () => {
    isCut = true
    // As a client that leaves: its connection closes.
    response.raw.res.destroy()
    stream.destroy()
  }
  const isStream = /event-stream|ndjson/.test(String(response.headers['content-type']))
  try {
    for await (const part of stream) {
      parts.push(Buffer.from(part))
      clearTimeout(timer)
      if (isStream) timer = setTimeout(stop, silentMs)
    }
  } catch (error) {
    if (!isCut) throw error
  }
  clearTimeout(timer)
  return {
    status: response.statusCode,
    type: typeOf(response.headers['content-type']),
    body: Buffer.concat(parts),
    isCut,
  }
}

function typeOf(header: unknown): string | undefined {
  return typeof header === 'string' ? header : undefined
}

/** Logs in, and gives the token. */
export async function tokenOf(app: FastifyInstance): Promise<string> {
  const came = await sent(app, { method: 'post', path: authPaths.login, body: proofs.user })
  return loginResponse.parse(JSON.parse(came.body.toString())).token
}
