// Parses query strings and JSON bodies into raw parameters, and validates these against a schema.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { yesOrNo } from '../contract/fields.ts'
import { refusal } from './errors.ts'
import { requestLimits } from './limits.ts'
import { queryOf } from './target.ts'

/** Raw parameters by name: strings, arrays of strings, or JSON values. Has no prototype. */
export type Bag = Record<string, unknown>

function emptyBag(): Bag {
  return Object.create(null)
}

/** Percent-decodes, with `+` as blank; `undefined` if the encoding is broken. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * Parses the query of `url`, a request target as Node provides it; fields that are not in `names` are ignored, valid or not. `name[]` means
 * `name`. A field with several different values becomes an array, which only list parameters accept. A field in `flags` without `=` is true.
 * @throws RequestError 414 over 16 KB; 400 on broken percent-encoding, naming the parameter.
 */
export function readQuery(url: string, names: readonly string[], flags: readonly string[] = []): Bag {
  const query = queryOf(url)
  if (query.length > requestLimits.queryBytes) {
    throw refusal('query string', `must be at most ${requestLimits.queryBytes} bytes; send a POST instead`, 414)
  }
  const values = new Map<string, Set<string>>(names.map((name) => [name, new Set()]))
  for (const pair of query.split('&')) {
    const { known, value } = fieldIn(pair, flags)
    if (value === undefined && values.has(known)) throw refusal(known, 'is not valid percent-encoded UTF-8')
    if (value !== undefined) values.get(known)?.add(value)
  }
  const bag = emptyBag()
  for (const [name, [first, ...others]] of values) {
    if (first !== undefined) bag[name] = others.length === 0 ? first : [first, ...others]
  }
  return bag
}

function fieldIn(pair: string, flags: readonly string[]) {
  const [name = ''] = pair.split('=', 1)
  const known = decoded(name)?.replace(/\[\]$/, '') ?? ''
  const isBareFlag = pair === name && flags.includes(known)
  return { known, value: isBareFlag ? 'true' : decoded(pair.slice(name.length + 1)) }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw refusal('body', 'is not valid JSON in UTF-8; must be a JSON object')
  }
}

/**
 * Parses a JSON body; a byte order mark is tolerated.
 * @throws RequestError 400 if it is missing or not a JSON object.
 */
export function readBody(body: unknown): Bag {
  if (!(body instanceof Uint8Array) || body.length === 0) throw refusal('body', 'is empty; must be a JSON object')
  const value = jsonOf(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('body', 'must be a JSON object')
  }
  return Object.assign(emptyBag(), value)
}

/**
 * Validates `bag` against `schema`.
 * @throws RequestError 400 `<parameter>: <what is wrong and what is allowed>`.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, bag: Bag): z.output<Schema> {
  const result = schema.safeParse(bag)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw refusal(issue?.path.join('.') ?? 'request', issue?.message ?? 'is not valid')
}

/**
 * Parses and validates the query of a request; fields that `schema` does not name are ignored.
 * @throws RequestError as `readQuery` and `parse` do.
 */
export function parseQuery<Shape extends z.ZodRawShape>(request: FastifyRequest, schema: z.ZodObject<Shape>) {
  const fields = new Map<string, unknown>(Object.entries(schema.shape))
  const names = [...fields.keys()]
  const flags = names.filter((name) => fields.get(name) === yesOrNo)
  return parse(schema, readQuery(request.url, names, flags))
}

/** Passes bodies on as bytes for any Content-Type, even an invalid one. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream'
  })
}
