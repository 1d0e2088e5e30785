// Describes an operation: parameters, body, responses, examples.

import { z } from 'zod'
import json from '../../contract/examples.json' with { type: 'json' }
import type { Operation, OperationAnswer } from '../../contract/operation.ts'
import { errorResponses } from './errors.ts'
import { isJson, type Json } from './schemas.ts'

/** The converted schemas, and what operations share. */
export interface SchemaRegistry {
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
  administrator: [{}, { adminToken: [] }],
}

/** Builds the operation object for its path and method. */
export function operationOf(operation: Operation, registry: SchemaRegistry): Json {
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
