// Builds the OpenAPI 3.1 document of the service from its operations: parameters, bodies, responses, examples.

import { z } from 'zod'
import json from '../../contract/examples.json' with { type: 'json' }
import { type Operation, type OperationAnswer, tags } from '../../contract/operation.ts'
import { convertSchemas, errorResponses, errorSchemas, isJson, type Json } from './components.ts'

const overview = `One self-hosted server that searches Telegram channels and plugins for links to network drives, and serves the hot lists of many platforms.

Everything is JSON in UTF-8 and may be asked from any origin. HEAD and OPTIONS work wherever GET does. A path that there is not is answered 404, a wrong method 405.
Fields that are not named here are ignored.

**Lists** are comma-separated (also fullwidth), repeated, or a JSON array. **Yes and no** are \`true\`, \`1\`, \`yes\`, \`on\` and their opposites, in any case.

**Errors** have the status of HTTP and a body with a \`message\` that names what is wrong and what is allowed. A request that cannot be read as HTTP at all is answered in the plain
form, with 400, 408 or 431.

**Rates**: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how often one may still ask; with 429 comes \`Retry-After\`. Programs on the machine of the service are not counted.

**Times** are in epoch milliseconds, or ISO 8601 in UTC.`

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of `API_KEYS`, where there are any. It may be sent as `Authorization: Bearer` too.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of `API_KEYS`, or a token from `POST /api/auth/login`.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `ADMIN_TOKEN`. Where there is none, only programs on the machine of the service may ask.',
  },
}

const headers = {
  RetryAfter: { description: 'After how many seconds to come again.', schema: { type: 'integer', minimum: 0 } },
}

/** Builds the document. @throws when two schemas have the same `id`, or an answer has a schema without one. */
export function buildOpenApi(operations: readonly Operation[], version: string, urlPrefix = ''): Json {
  const named = new Map<string, Json>()
  const requests = operations.flatMap(({ query, body }) => [query, body].filter((sent) => sent !== undefined))
  const answers = operations.flatMap((operation) => operation.answers.flatMap(({ schema }) => schema ?? []))
  const registry = {
    named,
    requests: convertSchemas(requests, 'input', named),
    answers: convertSchemas([...answers, ...errorSchemas], 'output', named),
    responses: new Map<string, Json>(),
  }
  const paths = new Map<string, Json>()
  for (const operation of operations)
    paths.set(operation.path, { ...paths.get(operation.path), [operation.method]: operationOf(operation, registry) })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Trawl',
      summary: 'Links to network drives, and hot lists',
      description: overview,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: urlPrefix || '/', description: 'The server that serves this description.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { schemas: sorted(named), responses: sorted(registry.responses), headers, securitySchemes },
  }
}

function sorted(entries: Iterable<readonly [string, Json]>): Json {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The converted schemas, and what operations share. */
interface SchemaRegistry {
  /** JSON schemas by id. */
  readonly named: ReadonlyMap<string, Json>
  readonly requests: ReadonlyMap<z.core.$ZodType, Json>
  readonly answers: ReadonlyMap<z.core.$ZodType, Json>
  /** Shared responses by name; filled while operations are described. */
  readonly responses: Map<string, Json>
}

const security: Readonly<Record<Operation['access'], readonly Json[]>> = {
  anybody: [],
  uncounted: [],
  open: [],
  token: [{}, { bearer: [] }],
  callers: [{}, { apiKey: [] }, { bearer: [] }],
  reader: [{}, { adminToken: [] }],
  reports: [{}, { adminToken: [] }],
  administrator: [{}, { adminToken: [] }],
}

/** Builds the operation object for its path and method. */
function operationOf(operation: Operation, registry: SchemaRegistry): Json {
  const { id, tag, summary, description, access, query, body, isBodyOptional = false } = operation
  const examples = examplesOf(id)
  const parameters = [
    ...pathParameters(operation, examples),
    ...(query ? queryParameters(query, examples, registry) : []),
  ]
  const requestBody = body && {
    required: !isBodyOptional,
    content: {
      'application/json': { schema: registry.requests.get(body), ...ofExamples(examples, ({ body: sent }) => sent) },
    },
  }
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...answersOf(operation, examples, registry), ...errorResponses(operation, registry.responses) },
  }
}

function pathParameters({ path, pathWords = {} }: Operation, examples: readonly Example[]): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathWords[name],
    schema: { type: 'string', minLength: 1, maxLength: 100 },
    ...ofExamples(examples, ({ path: sent }) => sent?.[name]),
  }))
}

/** Query lists are comma-separated, and query objects are JSON. */
function queryParameters(query: z.ZodObject, examples: readonly Example[], registry: SchemaRegistry): Json[] {
  const converted = registry.requests.get(query) ?? {}
  const { properties, required } = registry.named.get(query.meta()?.id ?? '') ?? converted
  const fields = isJson(properties) ? properties : {}
  return Object.keys(query.shape).map((name) => {
    const field = fields[name]
    if (!isJson(field)) throw new Error(`a query has no ${name}`)
    const { description, ...schema } = field
    const isNeeded = Array.isArray(required) && required.includes(name)
    const sent = ofExamples(examples, ({ query }) => query?.[name])
    const head = { name, in: 'query', ...(isNeeded ? { required: true } : {}), description }
    if ('$ref' in schema || schema.type === 'object')
      return { ...head, content: { 'application/json': { schema, ...sent } } }
    const { anyOf: forms, ...others } = schema
    const list: unknown = Array.isArray(forms) ? forms[0] : undefined
    return isJson(list) && list.type === 'array'
      ? { ...head, style: 'form', explode: false, schema: { ...list, ...others }, ...sent }
      : { ...head, schema, ...sent }
  })
}

/** The request or response examples by name; an empty object when there are none. */
function ofExamples(examples: readonly Example[], pick: (example: Example) => unknown): Json {
  const entries = examples.flatMap((example) => {
    const value = pick(example)
    return value === undefined ? [] : [[example.name, { summary: example.summary, value }] as const]
  })
  return entries.length === 0 ? {} : { examples: Object.fromEntries(entries) }
}

function answersOf({ answers }: Operation, examples: readonly Example[], registry: SchemaRegistry): Json {
  const statuses = [...new Set(answers.map(({ status }) => status))]
  const first = answers[0]?.status
  return Object.fromEntries(
    statuses.map((status) => {
      const some = answers.filter((answer) => answer.status === status)
      const shown = examples.filter((example) => (example.status ?? first) === status)
      const contents = some.flatMap((answer) =>
        answer.type === undefined && !answer.schema ? [] : [contentOf(answer, some[0], shown, registry)],
      )
      const content = contents.length === 0 ? {} : { content: Object.fromEntries(contents) }
      return [status, { description: some[0]?.meaning, ...content }]
    }),
  )
}

function contentOf(
  answer: OperationAnswer,
  first: OperationAnswer | undefined,
  examples: readonly Example[],
  registry: SchemaRegistry,
): [string, Json] {
  const { type = 'application/json', schema, stream } = answer
  const shown = examples.filter((example) => (example.type ?? first?.type ?? 'application/json') === type)
  if (!schema)
    return [
      type,
      {
        ...(type.startsWith('text/') ? { schema: { type: 'string' } } : {}),
        ...ofExamples(shown, (example) => example.answer),
      },
    ]
  const converted = registry.answers.get(schema)
  if (!stream) return [type, { schema: converted, ...ofExamples(shown, (example) => example.answer) }]
  const messages = shown.flatMap(({ answer, summary }) =>
    Array.isArray(answer) ? answer.map((value: unknown) => ({ summary, value })) : [],
  )
  const numbered = messages.map((message, at) => [`message${at + 1}`, message] as const)
  return [
    type,
    {
      schema: converted,
      'x-stream': stream,
      ...(numbered.length === 0 ? {} : { examples: Object.fromEntries(numbered) }),
    },
  ]
}

const text = z.string().min(1)
const bag = z.record(z.string(), z.unknown())

/** An example request and response. */
const example = z.strictObject({
  /** One or two words, unique within the operation. */
  name: text,
  summary: text,
  path: z.record(text, text).optional(),
  query: bag.optional(),
  headers: z.record(text, text).optional(),
  body: bag.optional(),
  /** Default: the status of the operation's first answer. */
  status: z.int().optional(),
  /** Default: the type of the first answer with this status. */
  type: text.optional(),
  /** The body, or the messages of a stream; undefined without a readable body. */
  answer: z.unknown().optional(),
})
export type Example = z.output<typeof example>

const examples = new Map(Object.entries(z.record(text, z.array(example)).parse(json)))

/** The examples of the operation with this id. */
export function examplesOf(id: string): readonly Example[] {
  return examples.get(id) ?? []
}
