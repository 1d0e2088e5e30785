// Sends requests of the contract's operations to an app and reads the answers, streams included.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { loginResponse } from '../../src/contract/auth.ts'
import type { Came } from './described.ts'
import { proofs } from './whole-trawl.ts'

/** A request in the form of an example. */
export interface Wanted {
  readonly method: string
  /** The path, with parameters in braces. */
  readonly path: string
  readonly inPath?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  /** Client address. Default: this machine. */
  readonly from?: string
}

/** Serializes a value for a query: lists with commas, objects as JSON. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The URL of a request with its query. */
function urlOf({ path, inPath = {}, query = {} }: Pick<Wanted, 'path' | 'inPath' | 'query'>): string {
  const whole = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(spelled(value))}`)
  return fields.length === 0 ? whole : `${whole}?${fields.join('&')}`
}

/** A followed stream never ends, so reading stops after this much silence. */
const silentMs = 250

/** Sends the request and returns the answer. */
export async function sent(app: FastifyInstance, wanted: Wanted): Promise<Came> {
  const { method, body, headers = {}, from } = wanted
  return sentAs(app, {
    method: methodOf(method),
    url: urlOf(wanted),
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  })
}

function methodOf(text: string): 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' {
  const upper = text.toUpperCase()
  if (upper === 'POST' || upper === 'PUT' || upper === 'DELETE' || upper === 'HEAD') return upper
  return 'GET'
}

/** The same with the app's own options. */
export async function sentAs(app: FastifyInstance, options: InjectOptions): Promise<Came> {
  const response = await app.inject({ ...options, payloadAsStream: true })
  const stream = response.stream()
  const parts: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  let isCut = false
  const stop = () => {
    isCut = true
    // Closes the connection, as a client that leaves does.
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

/** Logs in and returns the token. */
export async function tokenOf(app: FastifyInstance): Promise<string> {
  const came = await sent(app, { method: 'post', path: '/api/auth/login', body: proofs.user })
  return loginResponse.parse(JSON.parse(came.body.toString())).token
}
