// Arbitrary values for JSON schemas and arbitrary requests for operations of the description: valid, nearly valid and hostile.
import fc, { type Arbitrary } from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Described, Parameter } from './described.ts'
import { description } from './described.ts'
import { proofs } from './whole-trawl.ts'

interface Schema {
  readonly [key: string]: unknown
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Resolves a reference within the description. */
function resolved(schema: Schema): Schema {
  const { $ref: ref } = schema
  if (typeof ref !== 'string') return schema
  let place: unknown = description
  for (const key of ref.slice(2).split('/')) place = isSchema(place) ? place[key] : undefined
  if (!isSchema(place)) throw new Error(`there is no ${ref}`)
  return place
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

const words = ['纸鹤', '三体', 'linux', 'weibo', 'zhihu', 'demo_share', 'labi', 'quark', 'a b', 'ß', '💡', '提取码']

function text(schema: Schema): Arbitrary<string> {
  const [least, most] = [numberOr(schema.minLength, 0), numberOr(schema.maxLength, 40)]
  const any = fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.min(most, 60) })
  return fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 3 }, { arbitrary: any, weight: 1 })
}

function object(schema: Schema, fitting: (inner: Schema) => Arbitrary<unknown>): Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const fields = Object.entries(properties).flatMap(([name, inner]) =>
    isSchema(inner) ? [[name, fitting(inner)] as const] : [],
  )
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : []
  const known = fields.map(([name]) => name)
  return fc.record(Object.fromEntries(fields), { requiredKeys: known.filter((name) => needed.includes(name)) })
}

/** Values that fit a schema; lists are short. */
function fitting(given: Schema): Arbitrary<unknown> {
  const schema = resolved(given)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const forms = schemasIn(schema.anyOf ?? schema.oneOf)
  if (forms.length > 0) return fc.oneof(...forms.map(fitting))
  const [low, high] = [numberOr(schema.minimum, 0), numberOr(schema.maximum, 2_000)]
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: low, max: high }), fc.constantFrom(low, high))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text(schema)
    case 'array':
      return fc.array(isSchema(schema.items) ? fitting(schema.items) : fc.constant('a'), {
        minLength: numberOr(schema.minItems, 0),
        maxLength: Math.max(3, numberOr(schema.minItems, 0)),
      })
    case 'object':
      return object(schema, fitting)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** Values that nearly fit: one item too many, one character too long, a wrong type. */
function almost(given: Schema): Arbitrary<unknown> {
  const schema = resolved(given)
  const forms = schemasIn(schema.anyOf ?? schema.oneOf)
  if (forms.length > 0) return fc.oneof(...forms.map(almost))
  const odd = fc.constantFrom<unknown>(null, true, -1, 1.5, 1e308, '', ' ', [], {}, [null], 'true', '٣')
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const [low, high] = [numberOr(schema.minimum, 0), numberOr(schema.maximum, 2_000)]
      return fc.oneof(
        fc.constantFrom<unknown>(low - 1, high + 1, low + 0.5, `${high}e0`, `0x${low}`, ` ${low} `, Number.MAX_VALUE),
        odd,
      )
    }
    case 'boolean':
      return fc.oneof(fc.constantFrom<unknown>('True', 'YES', 'off', '2', 'wahr', 0, 1, 2), odd)
    case 'array':
      return fc.oneof(fc.constant(Array.from({ length: numberOr(schema.maxItems, 500) + 1 }, (_, at) => `x${at}`)), odd)
    case 'object':
      return fc.oneof(
        object(schema, (inner) =>
          fc.oneof({ arbitrary: fitting(inner), weight: 3 }, { arbitrary: almost(inner), weight: 1 }),
        ),
        odd,
      )
    default:
      return fc.oneof(fc.constant('長'.repeat(numberOr(schema.maxLength, 300) + 1)), odd)
  }
}

const nasty = [
  '\0',
  '\r\nSet-Cookie: a=b',
  '\u202Eevil',
  '\uFEFF',
  '../../etc/passwd',
  "'; DROP TABLE links;--",
  '<script>alert(1)</script>',
  '%00',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '[',
  '["a"',
  '[[["a"]]]',
  '{"__proto__":{"a":1}}',
  '{"a":',
  'null',
  'undefined',
  '\u{10FFFF}',
  'a'.repeat(2_000),
  '，'.repeat(600),
  'http://127.0.0.1:22/',
  'file:///etc/passwd',
  'https://user:pass@example.org:8080/a.png',
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  'a,b,,，c',
  '\t',
  'İ',
  'ﷺ'.repeat(50),
  ...', % & = + # \\ \uD800 \uDC00 0 1 51 1e9 0x10 ١ ５ OFF toString'.split(' '),
  '',
  ' ',
]

/** Hostile values. */
function hostile(): Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fc.constantFrom<unknown>(...nasty), weight: 3 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 80 }), weight: 2 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
    { arbitrary: fc.double(), weight: 1 },
  )
}

/**
 * Serializes a value for a query or a path: lists with commas, other values as JSON, text that cannot be encoded
 * unchanged.
 */
function spelled(value: unknown): string {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return encoded(value.join(','))
  return encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Invalid percent-encodings and invalid UTF-8. */
const broken = ['%', '%zz', '%ED%A0%80', '%C0%AF', 'a%', '%F8%88%80%80%80']

function schemaOf({ schema, content }: Parameter): Schema {
  return schema ?? content?.['application/json']?.schema ?? {}
}

/** Values from the examples, and any value that fits the schema. */
function likely(schema: Schema, examples: Parameter['examples']): Arbitrary<unknown> {
  const values = Object.values(examples).map(({ value }) => value)
  if (values.length === 0) return fitting(schema)
  return fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 1 }, { arbitrary: fitting(schema), weight: 1 })
}

/** Everything a parameter may be sent as: absent, or `name=value` once or several times. */
function fields(parameter: Parameter): Arbitrary<readonly string[]> {
  const { name } = parameter
  const schema = schemaOf(parameter)
  const examples = { ...parameter.examples, ...parameter.content?.['application/json']?.examples }
  const good = likely(schema, examples).map((value) => [`${name}=${spelled(value)}`])
  const other = fc.oneof(
    almost(schema).map((value) => [`${name}=${spelled(value)}`]),
    hostile().map((value) => [`${name}=${spelled(value)}`]),
    fc
      .tuple(fitting(schema), almost(schema))
      .map(([one, two]) => [`${name}=${spelled(one)}`, `${name}=${spelled(two)}`]),
    fitting(schema).map((value) => [`${name}[]=${spelled(value)}`]),
    fc.constantFrom(...broken).map((text) => [`${name}=${text}`]),
    fc.constant([name]),
  )
  const none = fc.constant<readonly string[]>([])
  // Streams wait this long between messages.
  if (name === 'delay')
    return fc.oneof(
      { arbitrary: fc.constant(['delay=0']), weight: 6 },
      { arbitrary: almost(schema).map((value) => [`delay=${spelled(value)}`]), weight: 1 },
    )
  const weight = parameter.required ? 12 : 3
  return fc.oneof(
    { arbitrary: good, weight },
    { arbitrary: other, weight: 1 },
    { arbitrary: none, weight: parameter.required ? 1 : 8 },
  )
}

const unrelated = ['limit=5', 'page=1', '=', '&&', '__proto__=1', 'a[b]=c', `x=${'y'.repeat(300)}`, '%=%']

function queryOf(parameters: readonly Parameter[]): Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(fields)
  const strange = fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 5 },
    { arbitrary: fc.constantFrom(...unrelated).map((one) => [one]), weight: 1 },
  )
  const sent = fc.tuple(strange, ...known).map((parts) => parts.flat())
  const huge = fc.constant([`x=${'y'.repeat(17_000)}`])
  return fc
    .oneof({ arbitrary: sent, weight: 60 }, { arbitrary: huge, weight: 1 })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`))
}

/** Paths use the examples only; a `/` or `.` would address another path. */
function pathOf({ path, parameters }: Described): Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  if (inPath.length === 0) return fc.constant(path)
  const strange = fc.oneof(hostile().map(spelled), fc.constantFrom(...broken), fc.constant('x'.repeat(101)))
  const values = fc.oneof(
    { arbitrary: fc.constantFrom('weibo', 'zhihu', 'bilibili', 'v2ex', 'github', 'nosuch'), weight: 5 },
    { arbitrary: strange.filter((text) => !/^\.*$/.test(text)), weight: 2 },
  )
  return values.map((value) => path.replace(/\{\w+\}/, () => value))
}

const garbage = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"kw":',
  '\uFEFF{"kw":"纸鹤"}',
  '{"kw":"a","kw":"b"}',
  '{"__proto__":{"kw":"x"}}',
]

/** Link checks and password checks are slow; the tests of the examples cover them. */
const slow = new Set(['checkLinks', 'login'])

function bodyOf({ operationId, requestBody }: Described): Arbitrary<string | Buffer | undefined> {
  const content = requestBody?.content['application/json']
  if (!content) return fc.constant(undefined)
  const { schema } = content
  const examples = slow.has(operationId) ? {} : content.examples
  const json = (values: Arbitrary<unknown>) => values.map((value) => JSON.stringify(value) ?? '')
  return fc.oneof<Arbitrary<string | Buffer | undefined>[]>(
    ...Array.from({ length: 12 }, () => json(likely(schema, examples))),
    ...Array.from({ length: 4 }, () => json(almost(schema))),
    json(hostile()),
    fc.constantFrom(...garbage),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(`{"kw":"${'x'.repeat(66_000)}"}`),
    fc.constant(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    fc.constant(undefined),
  )
}

/** Nine of ten requests carry the required credentials. */
function credentials({ security }: Described, token: string): Arbitrary<Readonly<Record<string, string>>> {
  const administrator = { authorization: `Bearer ${proofs.adminToken}` }
  const caller = fc.constantFrom<Record<string, string>[]>(
    { 'x-api-key': proofs.key },
    { authorization: `Bearer ${proofs.key}` },
    { authorization: `Bearer ${token}` },
  )
  const isForAdministrators = security.some((one) => 'adminToken' in one)
  const unproved = fc.constantFrom<Record<string, string>[]>(
    {},
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    { authorization: 'Basic YTpi' },
  )
  const proved = isForAdministrators ? fc.constant(administrator) : caller
  return fc.oneof(
    { arbitrary: proved, weight: 18 },
    { arbitrary: unproved, weight: 1 },
    { arbitrary: caller, weight: 1 },
  )
}

const manners = [
  ...Array.from({ length: 6 }, () => ({})),
  { accept: 'text/html' },
  { accept: 'text/event-stream' },
  { accept: '*/*;q=nonsense' },
  { 'if-none-match': '*' },
  { 'last-event-id': 'end' },
  { 'content-type': 'text/xml; charset=utf-16' },
  { 'x-request-id': '<b>', 'x-forwarded-for': '192.0.2.1, nonsense' },
]

/** The methods of operations that change something; the others delete. */
const changes: Readonly<Record<string, 'POST' | 'PUT'>> = { post: 'POST', put: 'PUT' }

/** Arbitrary requests for an operation, ready to send; `token` belongs to a logged-in client. */
export function requestsFor(operation: Described, token: string): Arbitrary<InjectOptions> {
  const { method } = operation
  const methods =
    method === 'get' ? (['GET', 'GET', 'GET', 'GET', 'GET', 'HEAD'] as const) : ([changes[method] ?? 'DELETE'] as const)
  const headers = fc.tuple(credentials(operation, token), fc.constantFrom(...manners))
  const parts = fc.tuple(
    fc.constantFrom(...methods),
    pathOf(operation),
    queryOf(operation.parameters),
    headers,
    bodyOf(operation),
  )
  return parts.map(([sentBy, path, query, [proof, manner], payload]) => ({
    method: sentBy,
    url: `${path}${query}`,
    headers: { ...proof, ...manner },
    ...(payload === undefined ? {} : { payload }),
  }))
}
