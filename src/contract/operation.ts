// Operations of the API as data: the OpenAPI document, its tests and the list at `/` are generated from them.
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

/** The tags of operations, in documentation order. */
export const tags = {
  links: 'Search for links to cloud drives, and check whether they still work.',
  lists: 'Hot lists of many platforms: single, batched, or streamed.',
  'other clients': 'Endpoints compatible with clients of NewsNow and DailyHotApi.',
  agents: 'The Model Context Protocol: search and hot lists as tools for agents.',
  access: 'Login, if the operator has enabled it.',
  service: 'Version, health and documentation of the service.',
  administration: 'For operators: metrics, failures, logs, the IP allow list and bans.',
} as const
type OperationTag = keyof typeof tags

/**
 * Required access. `open`: any client on the allow list. `callers`: the same, authenticated if keys or logins are configured. `reader`: local
 * clients and holders of the admin token; with `REPORTS=open` everyone. `administrator`: holders of the admin token; if none is configured,
 * local clients. `token`: everyone, with the token that the request is about. `uncounted`: like `open`, without rate limit. `anybody`: also
 * clients not on the allow list.
 */
type AccessLevel = 'anybody' | 'uncounted' | 'open' | 'token' | 'callers' | 'reader' | 'administrator'

/** A named schema of the OpenAPI document, with descriptions of it and its fields. */
export interface NamedSchema {
  readonly name: string
  readonly schema: z.ZodType
  readonly meaning: string
  readonly words: Readonly<Record<string, string>>
  /** Whether it describes a request or a response. */
  readonly side: 'input' | 'output'
}

/** Names the schema of a response object; self-explanatory fields need no description. */
export function named<Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  meaning: string,
  words: { readonly [Name in keyof Shape & string]?: string } = {},
): NamedSchema {
  const fieldDocs = Object.entries(words).flatMap(([field, text]) => (typeof text === 'string' ? [[field, text]] : []))
  return { name, schema, meaning, words: Object.fromEntries(fieldDocs), side: 'output' }
}

/** Names any other response schema. */
export function namedWhole(name: string, schema: z.ZodType, meaning: string): NamedSchema {
  return { name, schema, meaning, words: {}, side: 'output' }
}

/** A request schema (query or body) with a description of every field. */
export interface RequestFields extends NamedSchema {
  readonly schema: z.ZodObject
}

/** Names a request schema. */
export function fields<Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  meaning: string,
  words: { readonly [Name in keyof Shape & string]: string },
): RequestFields {
  return { name, schema, meaning, words, side: 'input' }
}

/** A successful response. */
export interface OperationAnswer {
  readonly status: number
  readonly meaning: string
  /** Default: JSON. */
  readonly type?: string
  /** Schema of the body, or of each message of a stream; undefined without a body or useful schema. */
  readonly schema?: z.ZodType
  /** Server-sent events, where the schema describes `{event?, data}`; or JSON lines. */
  readonly stream?: 'events' | 'lines'
}

/** An error response: the contents of its body. */
export interface ErrorExample {
  readonly message: string
  readonly code?: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
  /** Further fields of the body. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** An example request and response. A test sends each. */
export interface Example {
  /** One or two words, unique within the operation. */
  readonly name: string
  readonly summary: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Default: the status of the operation's first answer. */
  readonly status?: number
  /** Default: the type of the first answer with this status. */
  readonly type?: string
  /** The body, or the messages of a stream; undefined without a readable body. */
  readonly answer?: unknown
}

/** An operation of the API. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete'
  /** Path with parameters in braces. */
  readonly path: string
  /** The OpenAPI `operationId`. */
  readonly id: string
  readonly tag: OperationTag
  readonly summary: string
  readonly description?: string
  readonly access: AccessLevel
  /** Descriptions of the path parameters. */
  readonly pathWords?: Readonly<Record<string, string>>
  readonly query?: RequestFields
  readonly body?: RequestFields
  /** Whether the body may be omitted. */
  readonly isBodyOptional?: boolean
  readonly answers: readonly OperationAnswer[]
  /** By status. Errors implied by `access`, or possible for every request, are added automatically. */
  readonly errors?: Readonly<Record<number, readonly ErrorExample[]>>
  readonly examples: readonly Example[]
}
