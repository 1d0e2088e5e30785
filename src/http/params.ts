// The fields of a query or a body, read to one raw bag; and a bag parsed by a schema, with the parameter named where it fails.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { yesOrNo } from '../contract/fields.ts'
import { refusal } from './errors.ts'
import { requestLimits } from './limits.ts'
import { queryOf } from './target.ts'

/** Field names to values as they were sent: texts, arrays of texts, or whatever a JSON body held. Has no prototype. */
export type Bag = Record<string, unknown>

function emptyBag(): Bag {
  return Object.create(null)
}

/** Percent-decoded, `+` being a blank; `undefined` if that is not possible. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * The fields of the query in `url`, a request target as Node gives it; only those in `names`, others are ignored whatever they
 * hold. `name[]` means `name`. A field sent more than once with different values becomes an array, which only lists accept. One of `flags`
 * that stands there without `=` is true.
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
 * The fields of a JSON body; a byte order mark is tolerated.
 * @throws RequestError 400 if it is missing or anything but a JSON object.
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
 * `bag` as `schema` reads it.
 * @throws RequestError 400 `<parameter>: <what is wrong and what is allowed>`.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, bag: Bag): z.output<Schema> {
  const result = schema.safeParse(bag)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw refusal(issue?.path.join('.') ?? 'request', issue?.message ?? 'is not valid')
}

/**
 * The query of a request as `schema` reads it; fields that `schema` does not name are ignored.
 * @throws RequestError as `readQuery` and `parse` do.
 */
export function parseQuery<Shape extends z.ZodRawShape>(request: FastifyRequest, schema: z.ZodObject<Shape>) {
  const fields = new Map<string, unknown>(Object.entries(schema.shape))
  const names = [...fields.keys()]
  const flags = names.filter((name) => fields.get(name) === yesOrNo)
  return parse(schema, readQuery(request.url, names, flags))
}

/** Hands bodies on as bytes whatever their Content-Type says, even when that makes no sense. */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream'
  })
}
