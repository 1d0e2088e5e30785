// Sends requests of the operations to an app, and checks the answers against the description of the service.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { buildOpenApi } from '../../src/app/openapi/document.ts'
import { operations } from '../../src/app/routes.ts'
import { loginResponse } from '../../src/contract/auth.ts'
import { proofs } from './whole-trawl.ts'

const media = z.looseObject({ schema: z.unknown().optional(), 'x-stream': z.enum(['events', 'lines']).optional() })
const response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), media).optional() })
const examples = z.record(z.string(), z.looseObject({ value: z.unknown() })).default({})
const sentJson = z.looseObject({ schema: z.looseObject({}), examples })
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path']),
  required: z.boolean().optional(),
  explode: z.boolean().optional(),
  schema: z.looseObject({}).optional(),
  content: z.record(z.string(), sentJson).optional(),
  examples,
})
const operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean(), content: z.record(z.string(), sentJson) }).optional(),
  responses: z.record(z.string(), response),
})

/** An operation of the description. */
export interface Described extends z.output<typeof operation> {
  readonly method: string
  readonly path: string
}

const read = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ responses: z.record(z.string(), response) }),
})

/** The OpenAPI document, as a client reads it. */
export const description = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(JSON.stringify(buildOpenApi(operations, manifest.version))))

const { paths, components } = read.parse(description)

/** All operations by operation id. */
export const described: ReadonlyMap<string, Described> = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, reported]) => [reported.operationId, { ...reported, method, path }] as const),
  ),
)

/** An answer of the service. */
export interface DescribedAnswer {
  readonly status: number
  /** The value of `content-type`. */
  readonly type: string | undefined
  readonly body: Buffer
  /** Whether the test stopped reading the stream early. */
  readonly isCut?: boolean
}

const ajv = new Ajv2020({ strict: false, allErrors: false })
formats.default(ajv)
ajv.addSchema(description, 'description')

/** Compiles the validator of the schema at these keys of the description. @throws when there is no such schema. */
function schemaAt(...keys: readonly string[]): NonNullable<ReturnType<Ajv2020['getSchema']>> {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const check = ajv.getSchema(`description#/${pointer}`)
  if (!check) throw new Error(`there is no schema at ${keys.join(' ')}`)
  return check
}

/** The path of a response in the description: inside the operation, or among the shared responses. */
function placeOf({ path, method, responses }: Described, status: number) {
  const own = responses[status]
  const shared = own?.$ref?.replace('#/components/responses/', '')
  if (shared === undefined) return { told: own, keys: ['paths', path, method, 'responses', String(status)] }
  return { told: components.responses[shared], keys: ['components', 'responses', shared] }
}

/** Returns how an answer differs from the description; undefined when it conforms. */
export function flawOf(asked: Described, received: DescribedAnswer): string | undefined {
  const { told: reported, keys } = placeOf(asked, received.status)
  if (!reported) return `the status ${received.status} is not described: ${received.body.toString().slice(0, 300)}`
  if (!reported.content) return received.body.length === 0 ? undefined : 'there is a body, and none is described'
  const type = received.type?.split(';', 1)[0] ?? ''
  const content = reported.content[type]
  if (!content) return `the type ${received.type} is not described with ${received.status}`
  if (content.schema === undefined) return undefined
  const check = schemaAt(...keys, 'content', type, 'schema')
  const whole = received.body.toString()
  for (const message of messagesOf(whole, content['x-stream'] ?? type, received.isCut))
    if (!check(message)) return `${ajv.errorsText(check.errors)}: ${JSON.stringify(message).slice(0, 300)}`
  return undefined
}

function messagesOf(text: string, kind: string, isCut = false): unknown[] {
  if (kind === 'application/json') return [JSON.parse(text)]
  if (kind !== 'events' && kind !== 'lines') return [text]
  const parts = text.split(kind === 'lines' ? '\n' : '\n\n')
  const whole = isCut ? parts.slice(0, -1) : parts
  const filled = whole.filter((part) => part !== '' && !part.startsWith(':'))
  return filled.map((part) => (kind === 'lines' ? JSON.parse(part) : eventOf(part)))
}

function eventOf(text: string): object {
  const fields = new Map(text.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w+: ?/, '')]))
  const name = fields.get('event')
  const data: unknown = JSON.parse(fields.get('data') ?? '')
  return name === undefined ? { data } : { event: name, data }
}

/** A request in the form of an example. */
export interface Expected {
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
function urlOf({ path, inPath = {}, query = {} }: Pick<Expected, 'path' | 'inPath' | 'query'>): string {
  const whole = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(spelled(value))}`)
  return fields.length === 0 ? whole : `${whole}?${fields.join('&')}`
}

/** A followed stream never ends, so reading stops after this much silence. */
const silentMs = 250

/** Sends the request and returns the answer. */
export async function sent(app: FastifyInstance, expected: Expected): Promise<DescribedAnswer> {
  const { method, body, headers = {}, from } = expected
  return sentAs(app, {
    method: methodOf(method),
    url: urlOf(expected),
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
export async function sentAs(app: FastifyInstance, options: InjectOptions): Promise<DescribedAnswer> {
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

/** Logs in, by default as the first user, and returns the token. */
export async function tokenOf(
  app: FastifyInstance,
  user: typeof proofs.user | typeof proofs.otherUser = proofs.user,
): Promise<string> {
  const received = await sent(app, { method: 'post', path: '/api/auth/login', body: user })
  return loginResponse.parse(JSON.parse(received.body.toString())).token
}
