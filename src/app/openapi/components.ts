// The components of the OpenAPI document: schemas of the contract, named by their `id`, and the errors of an operation with their bodies.

import { z } from 'zod'
import { authErrorResponse } from '../../contract/auth.ts'
import { dailyHotError } from '../../contract/dailyhot.ts'
import { jsonObject, wireForms } from '../../contract/fields.ts'
import { errorResponse } from '../../contract/hotlist-error.ts'
import { rpcError } from '../../contract/mcp.ts'
import { newsNowError } from '../../contract/newsnow.ts'
import type { ErrorExample, Operation } from '../../contract/operation.ts'
import { RequestError } from '../../http/errors.ts'
import { requestLimits } from '../../http/server/request-limits.ts'
import { createErrorBody } from '../routes.ts'

/** The error bodies: the plain one, and those for clients of other services. */
export const errorSchemas = [rpcError, dailyHotError, errorResponse, newsNowError, authErrorResponse]

const meanings: Readonly<Record<number, string>> = {
  400: 'The request cannot be taken; the message names what is wrong and what is allowed.',
  401: 'Who asks has not proved who he is.',
  403: 'Who asks may not do this.',
  404: 'There is no such thing.',
  406: 'Who asks does not take the form of the answer.',
  409: 'It stands against what is there.',
  413: 'The body is too large.',
  414: 'The path or the query is too long; many fields can be sent by POST.',
  429: 'Too many requests; `Retry-After` says when to come again.',
  500: 'A fault of the service; its log has it under the request id.',
  502: 'The site could not be asked, and nothing is kept.',
  503: 'Not here, or not now; with `Retry-After` where it helps to come again.',
  504: 'The site did not answer in time, and nothing is kept.',
}

const host: ErrorExample = { message: 'Host header: is required by HTTP/1.1', details: { parameter: 'Host header' } }
const notAllowed: ErrorExample = { message: 'address: 192.0.2.1 is not on the allow list of this service' }
const noKey: ErrorExample = {
  message: 'authorization: is missing: send a key of API_KEYS as X-API-Key or as Authorization: Bearer',
}
const noToken: ErrorExample = { message: 'authorization: is missing: send Bearer and the ADMIN_TOKEN' }
const notFromHere: ErrorExample = {
  message: 'address: only programs on this machine may do this; to allow others, set ADMIN_TOKEN and let them send it',
}
const tooMany: ErrorExample = {
  message: 'rate: at most 1200 in 60 s for all requests of one client together; retry in 1 s',
  details: { limit: 1200, retryAfterS: 1 },
}
const fault: ErrorExample = { message: 'internal error; see the log under request id 5f0c2a4e-91b7-1' }
const longQuery: ErrorExample = {
  message: `query string: must be at most ${requestLimits.queryBytes} bytes; send a POST instead`,
  details: { parameter: 'query string' },
}
const longPath: ErrorExample = {
  message: `path: a part is over ${requestLimits.pathSegment} characters long`,
  details: { parameter: 'path' },
}
const largeBody: ErrorExample = {
  message: `body: must be at most ${requestLimits.bodyBytes} bytes`,
  details: { parameter: 'body' },
}

const sharedNames: ReadonlyMap<ErrorExample, string> = new Map([
  [host, 'NoHost'],
  [notAllowed, 'NotAllowed'],
  [noKey, 'NoKey'],
  [noToken, 'NoToken'],
  [notFromHere, 'NotFromHere'],
  [tooMany, 'TooOften'],
  [fault, 'Fault'],
  [longQuery, 'LongQuery'],
  [longPath, 'LongPath'],
  [largeBody, 'LargeBody'],
])

/** Errors of access control. */
function ofAccess(access: Operation['access']): Readonly<Record<number, readonly ErrorExample[]>> {
  if (access === 'anybody') return {}
  if (access === 'uncounted') return { 403: [notAllowed] }
  const open = { 403: [notAllowed], 429: [tooMany] }
  if (access === 'callers') return { ...open, 401: [noKey] }
  if (access === 'open' || access === 'token') return open
  return { ...open, 401: [noToken], 403: [notFromHere, notAllowed] }
}

/** Errors that any request of the kind can cause. */
function ofSize({ method, path, query }: Operation): Readonly<Record<number, readonly ErrorExample[]>> {
  const long = [...(query ? [longQuery] : []), ...(path.includes('{') ? [longPath] : [])]
  return { ...(long.length > 0 ? { 414: long } : {}), ...(method === 'get' ? {} : { 413: [largeBody] }) }
}

/** The errors of one status, and which of them only this operation has. */
interface Failings {
  readonly own: readonly ErrorExample[]
  readonly common: readonly ErrorExample[]
}

/** All errors of an operation by status, in ascending order. */
function failingsOf(operation: Operation): [number, Failings][] {
  const kinds = [{ 400: [host], 500: [fault] }, ofAccess(operation.access), ofSize(operation)]
  const all = new Map<number, Failings>()
  for (const [status, common] of kinds.flatMap((kind) => Object.entries(kind)))
    all.set(Number(status), { own: [], common })
  for (const [text, own] of Object.entries(operation.errors ?? {})) {
    const status = Number(text)
    all.set(status, { own, common: status === 400 ? [] : (all.get(status)?.common ?? []) })
  }
  return [...all].toSorted(([one], [other]) => one - other)
}

/** The error schema of a path. @throws when no schema matches the error body of that path. */
function formOf(path: string): string {
  const body = bodyOf(path, 500, fault)
  const form = errorSchemas.find((schema) => schema.safeParse(body).success)?.meta()?.id
  if (form === undefined) throw new Error(`the errors of ${path} have no schema`)
  return form
}

function bodyOf(path: string, status: number, { message, code, details = {}, fields = {} }: ErrorExample): unknown {
  const options = code === undefined ? { details, fields } : { code, details, fields }
  return JSON.parse(createErrorBody(() => 1_795_248_000_000)(path, new RequestError(status, message, options)))
}

const retryAfter = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }

function responseOf(path: string, status: number, failings: readonly ErrorExample[]): Json {
  const examples = failings.map((failing, at) => [`error${at + 1}`, { value: bodyOf(path, status, failing) }] as const)
  const retry = status === 429 || status === 503 ? retryAfter : {}
  const content = { 'application/json': { schema: refTo(formOf(path)), examples: Object.fromEntries(examples) } }
  return { description: meanings[status] ?? 'It failed.', ...retry, content }
}

/** The errors of an operation as responses; adds those that other operations have too to `shared`, by name. */
export function errorResponses(operation: Operation, shared: Map<string, Json>): Json {
  const { path } = operation
  const form = formOf(path)
  return Object.fromEntries(
    failingsOf(operation).map(([status, { own, common }]) => {
      const response = responseOf(path, status, [...own, ...common])
      if (own.length > 0) return [status, response]
      const name = `${form === 'PlainError' ? '' : form}${common.map((failing) => sharedNames.get(failing)).join('Or')}`
      shared.set(name, response)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** A JSON schema or another object of the description. */
export interface Json {
  [key: string]: unknown
}

/** Whether the value is an object with keys. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A reference to a schema of the description. */
function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** The fields of a conversion that are read. */
const converted = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  $defs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

/**
 * Converts schemas of requests (input) or answers (output). Those with an `id` become references, and are added to `named` with all named
 * ones that they refer to. @throws Error when two schemas have one id.
 */
export function convertSchemas(
  schemas: Iterable<z.core.$ZodType>,
  io: 'input' | 'output',
  named: Map<string, Json>,
): ReadonlyMap<z.core.$ZodType, Json> {
  const all = [...new Set(schemas)].map((schema, at) => [String(at), schema] as const)
  const nested = new Set<z.core.$ZodType>()
  const { properties, $defs } = tidied(
    z.toJSONSchema(z.object(Object.fromEntries(all)), { io, override: override(nested) }),
  )
  for (const [name, { id: _id, ...schema }] of Object.entries($defs)) named.set(name, schema)
  if (nested.size > 0) convertSchemas(nested, io, named)
  return new Map(all.map(([at, schema]) => [schema, properties[at] ?? {}]))
}

/** Adds what zod omits: inputs with several spellings, their defaults, and the keys of maps. Schemas of objects in JSON texts are added to `nested`. */
function override(nested: Set<z.core.$ZodType>): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod
    const object = def.type === 'pipe' && def.in === jsonObject ? def.out : undefined
    const form = wireForms.get(zodSchema) ?? (object && referenceTo(object, nested))
    if (form) replaceForm(jsonSchema, form)
    if (def.type === 'default') jsonSchema.default = structuredClone(def.defaultValue)
    if (def.type === 'record') nameKeys(jsonSchema)
  }
}

function referenceTo(schema: z.core.$ZodType, nested: Set<z.core.$ZodType>): Json | undefined {
  const { id } = z.globalRegistry.get(schema) ?? {}
  if (id === undefined) return undefined
  nested.add(schema)
  return refTo(id)
}

function replaceForm(schema: Json, form: Readonly<Json>): void {
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key]
  Object.assign(schema, structuredClone(form))
}

/** For a map with known keys, lists the schema of each key. */
function nameKeys(schema: Json): void {
  const { propertyNames: keys, additionalProperties: each } = schema
  if (!isJson(keys) || !Array.isArray(keys.enum)) return
  schema.properties = Object.fromEntries(keys.enum.map((key) => [key, each]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** Removes the redundant bounds of safe integers, and lets references lead to the components of the document. */
function tidied(value: unknown) {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) return undefined
    if (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) return undefined
    return key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : inner
  })
  return converted.parse(JSON.parse(text))
}
