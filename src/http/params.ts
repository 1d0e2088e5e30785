// Parses query strings and JSON bodies into raw parameters, and validates these against a schema.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isBooleanField } from '../contract/fields.ts'
import { badRequest } from './errors.ts'
import { targetQuery } from './request-target.ts'
import { requestLimits } from './server/request-limits.ts'

/** Raw parameters by name: strings, arrays of strings, or JSON values. Has no prototype. */
export type RawParams = Record<string, unknown>

function createParams(): RawParams {
  return Object.create(null)
}

/** Percent-decodes, with `+` as blank; `undefined` if the encoding is broken. */
function percentDecode(text: string): string | undefined {
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
export function readQuery(url: string, names: readonly string[], flags: readonly string[] = []): RawParams {
  const query = targetQuery(url)
  if (query.length > requestLimits.queryBytes) {
    throw badRequest('query string', `must be at most ${requestLimits.queryBytes} bytes; send a POST instead`, 414)
  }
  const values = new Map<string, Set<string>>(names.map((name) => [name, new Set()]))
  for (const pair of query.split('&')) {
    const { known: decodedName, value } = parseField(pair, flags)
    if (value === undefined && values.has(decodedName))
      throw badRequest(decodedName, 'is not valid percent-encoded UTF-8')
    if (value !== undefined) values.get(decodedName)?.add(value)
  }
  const params = createParams()
  for (const [name, [first, ...others]] of values) {
    if (first !== undefined) params[name] = others.length === 0 ? first : [first, ...others]
  }
  return params
}

function parseField(pair: string, flags: readonly string[]) {
  const [name = ''] = pair.split('=', 1)
  const decodedName = percentDecode(name)?.replace(/\[\]$/, '') ?? ''
  const isBareFlag = pair === name && flags.includes(decodedName)
  return { known: decodedName, value: isBareFlag ? 'true' : percentDecode(pair.slice(name.length + 1)) }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw badRequest('body', 'is not valid JSON in UTF-8; must be a JSON object')
  }
}

/** Parses a JSON body; a byte order mark is tolerated. @throws RequestError 400 if it is missing or not a JSON object. */
export function readBody(body: unknown): RawParams {
  if (!(body instanceof Uint8Array) || body.length === 0) throw badRequest('body', 'is empty; must be a JSON object')
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('body', 'must be a JSON object')
  }
  return Object.assign(createParams(), value)
}

/**
 * Parses a JSON body that is declared as one. Browsers let pages of other sites send other types without asking first.
 * @throws RequestError 400 for another content type, and as `readBody` does.
 */
export function readDeclaredBody({ raw, body }: Pick<FastifyRequest, 'raw' | 'body'>): RawParams {
  const { rawHeaders } = raw
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type')
  if (!/^application\/json\s*(?:;|$)/i.test(rawHeaders[at + 1] ?? ''))
    throw badRequest('content-type', 'must be application/json')
  return readBody(body)
}

/** Validates `params` against `schema`. @throws RequestError 400 `<parameter>: <what is wrong and what is allowed>`. */
export function validate<Schema extends z.ZodType>(schema: Schema, params: RawParams): z.output<Schema> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badRequest(issue?.path.join('.') ?? 'request', issue?.message ?? 'is not valid')
}

/**
 * Parses and validates the query of a request; fields that `schema` does not name are ignored.
 * @throws RequestError as `readQuery` and `validate` do.
 */
export function parseQuery<Shape extends z.ZodRawShape>(request: FastifyRequest, schema: z.ZodObject<Shape>) {
  const fields = new Map<string, unknown>(Object.entries(schema.shape))
  const names = [...fields.keys()]
  const flags = names.filter((name) => isBooleanField(fields.get(name)))
  return validate(schema, readQuery(request.url, names, flags))
}

/** Passes bodies on as bytes for any Content-Type, even an invalid one. */
export function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream'
  })
}
