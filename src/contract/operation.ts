// The shape of an operation in operations/*.json. The OpenAPI document, its tests and the list at `/` are generated from them.
import { z } from 'zod'
import { errorCode } from './error-codes.ts'
import { answerSchemas, requestSchemas } from './named-schemas.ts'
import sharedErrors from './operations/shared-errors.json' with { type: 'json' }

/** The tags of operations, in documentation order. */
export const tags = {
  links: 'Search for links to cloud drives, and check whether they still work.',
  watches: 'Words that are watched in lists, in the archive and in repeated searches.',
  lists: 'Hot lists of many platforms: single, batched, or streamed.',
  feeds: 'Lists, stories and searches for feed readers.',
  'other clients': 'Endpoints compatible with clients of NewsNow and DailyHotApi.',
  agents: 'The Model Context Protocol: search and hot lists as tools for agents.',
  access: 'Login, if the operator has enabled it.',
  service: 'Version, health and documentation of the service.',
  administration: 'For operators: metrics, failures, logs, the IP allow list and bans.',
}

/**
 * Required access. `open`: any client on the allow list. `callers`: the same, authenticated if keys or logins are configured. `reader`: local
 * clients and holders of the admin token; with `REPORTS=open` everyone. `administrator`: holders of the admin token; if none is configured,
 * local clients. `token`: everyone, with the token that the request is about. `uncounted`: like `open`, without rate limit. `anybody`: also
 * clients not on the allow list.
 */
const access = z.enum(['anybody', 'uncounted', 'open', 'token', 'callers', 'reader', 'administrator'])

/** The entry with this name. @throws as an issue of the file when there is none. */
function nameIn<Entry>(entries: ReadonlyMap<string, Entry>) {
  return z.string().transform((name, ctx) => {
    const found = entries.get(name)
    if (found !== undefined) return found
    ctx.addIssue({ code: 'custom', message: `there is no ${name}` })
    return z.NEVER
  })
}

const requestFields = nameIn(new Map(requestSchemas.map((one) => [one.name, one])))
const text = z.string().min(1)
const texts = z.record(text, text)
const bag = z.record(z.string(), z.unknown())

const answer = z.strictObject({
  status: z.int(),
  meaning: text,
  /** Default: JSON. */
  type: text.optional(),
  /** Schema of the body, or of each message of a stream; undefined without a body or useful schema. */
  schema: nameIn(new Map(answerSchemas.map(({ name, schema }) => [name, schema]))).optional(),
  /** Server-sent events, where the schema describes `{event?, data}`; or JSON lines. */
  stream: z.enum(['events', 'lines']).optional(),
})

/** An error response: the contents of its body; `fields` are further fields of it. */
const errorExample = z.strictObject({
  message: text,
  code: errorCode.exactOptional(),
  details: bag.exactOptional(),
  fields: bag.exactOptional(),
})
const sharedError = nameIn(new Map(Object.entries(z.record(text, errorExample).parse(sharedErrors))))

/** An example request and response. A test sends each. */
const example = z.strictObject({
  /** One or two words, unique within the operation. */
  name: text,
  summary: text,
  path: texts.optional(),
  query: bag.optional(),
  headers: texts.optional(),
  body: bag.optional(),
  /** Default: the status of the operation's first answer. */
  status: z.int().optional(),
  /** Default: the type of the first answer with this status. */
  type: text.optional(),
  /** The body, or the messages of a stream; undefined without a readable body. */
  answer: z.unknown().optional(),
})

export const operation = z.strictObject({
  method: z.enum(['get', 'post', 'put', 'delete']),
  path: text,
  id: text,
  tag: z.string().refine((name) => Object.hasOwn(tags, name), 'is not one of the tags'),
  summary: text,
  description: text.optional(),
  access,
  pathWords: texts.optional(),
  query: requestFields.optional(),
  body: requestFields.optional(),
  isBodyOptional: z.boolean().optional(),
  answers: z.array(answer),
  /** By status; a name stands for an entry of shared-errors.json. Errors implied by `access`, or possible for every request, are added automatically. */
  errors: z.record(z.string().regex(/^[45]\d\d$/), z.array(z.union([sharedError, errorExample]))).optional(),
  examples: z.array(example),
})
export type OperationAnswer = z.output<typeof answer>
export type ErrorExample = z.output<typeof errorExample>
export type Example = z.output<typeof example>
export type Operation = z.output<typeof operation>
