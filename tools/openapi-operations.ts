// Describes an operation: parameters, body, responses, examples.
import type { z } from 'zod'
import type { NamedSchema } from '../src/contract/named-schemas.ts'
import type { Example, Operation, OperationAnswer } from '../src/contract/operation.ts'
import { errorResponses } from './openapi-errors.ts'
import { isJson, type Json, refTo } from './openapi-schemas.ts'

/** Schemas by name, and names by contract schema. */
export interface SchemaRegistry {
  readonly schemas: ReadonlyMap<string, Json>
  readonly nameOf: ReadonlyMap<unknown, string>
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
export function operationOf(operation: Operation, book: SchemaRegistry): Json {
  const { id, tag, summary, description, access, query, body, isBodyOptional = false, examples } = operation
  const parameters = [...pathParameters(operation), ...(query ? queryParameters(query, examples, book) : [])]
  const requestBody = body && {
    required: !isBodyOptional,
    content: { 'application/json': { schema: refTo(body.name), ...ofExamples(examples, ({ body: sent }) => sent) } },
  }
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description: description.replaceAll('\n', ' ') }),
    security: security[access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...answersOf(operation, book), ...errorResponses(operation, book.responses) },
  }
}

function pathParameters({ path, pathWords = {}, examples }: Operation): Json[] {
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
function queryParameters(
  { name: schemaName, schema: { shape } }: NamedSchema<z.ZodObject>,
  examples: readonly Example[],
  book: SchemaRegistry,
): Json[] {
  const { properties, required } = book.schemas.get(schemaName) ?? {}
  const fields = isJson(properties) ? properties : {}
  return Object.keys(shape).map((name) => {
    const field = fields[name]
    if (!isJson(field)) throw new Error(`${schemaName} has no ${name}`)
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
  const told = examples.flatMap((example) => {
    const value = pick(example)
    return value === undefined ? [] : [[example.name, { summary: example.summary, value }] as const]
  })
  return told.length === 0 ? {} : { examples: Object.fromEntries(told) }
}

function answersOf({ answers, examples }: Operation, book: SchemaRegistry): Json {
  const statuses = [...new Set(answers.map(({ status }) => status))]
  const first = answers[0]?.status
  return Object.fromEntries(
    statuses.map((status) => {
      const some = answers.filter((answer) => answer.status === status)
      const shown = examples.filter((example) => (example.status ?? first) === status)
      const contents = some.flatMap((answer) =>
        answer.type === undefined && !answer.schema ? [] : [contentOf(answer, some[0], shown, book)],
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
  book: SchemaRegistry,
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
  const name = book.nameOf.get(schema)
  if (name === undefined) throw new Error(`an answer of the type ${type} has a schema without a name`)
  if (!stream) return [type, { schema: refTo(name), ...ofExamples(shown, (example) => example.answer) }]
  const messages = shown.flatMap(({ answer: told, summary }) =>
    Array.isArray(told) ? told.map((value: unknown) => ({ summary, value })) : [],
  )
  const numbered = messages.map((message, at) => [`message${at + 1}`, message] as const)
  return [
    type,
    {
      schema: refTo(name),
      'x-stream': stream,
      ...(numbered.length === 0 ? {} : { examples: Object.fromEntries(numbered) }),
    },
  ]
}
