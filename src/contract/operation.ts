// What an operation of the service is, as data: the description, its tests and the list at `/` are made of these.
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

/** What operations are about, in the order in which they are told. */
export const tags = {
  links: 'Searching for links to network drives, and whether they are still there.',
  lists: 'Hot lists of many platforms, one by one, together, or as a stream.',
  'other clients': 'What pages and programs made for other services of this kind ask; they work here unchanged.',
  agents: 'The Model Context Protocol: the same for agents, as tools.',
  access: 'Logging in, where whoever runs the service wants that.',
  service: 'What the service says of itself.',
  administration: 'For whoever runs the service: figures, failures, log lines, who may ask, and what is never shown.',
} as const
type Tag = keyof typeof tags

/**
 * Who may ask. `open`: everybody the allow list lets in. `callers`: the same; and where keys or logins are set up, only who has one.
 * `reader`: programs on this machine, and whoever sends the administrator's token; with `REPORTS=open` everybody. `administrator`: who sends that token; without one,
 * programs on this machine. `token`: everybody, about the token that he sends. `uncounted`: as `open`, however often; `anybody`: even who is not let in.
 */
type Access = 'anybody' | 'uncounted' | 'open' | 'token' | 'callers' | 'reader' | 'administrator'

/** A schema that the description knows by a name, and what it and its fields mean. */
export interface Named {
  readonly name: string
  readonly schema: z.ZodType
  readonly meaning: string
  readonly words: Readonly<Record<string, string>>
  /** Is it what is sent, or what is answered? */
  readonly side: 'input' | 'output'
}

/** Names a schema of an object that is answered; a field that needs no words may be left out. */
export function named<Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  meaning: string,
  words: { readonly [Name in keyof Shape & string]?: string } = {},
): Named {
  const told = Object.entries(words).flatMap(([field, text]) => (typeof text === 'string' ? [[field, text]] : []))
  return { name, schema, meaning, words: Object.fromEntries(told), side: 'output' }
}

/** Names a schema of anything else. */
export function namedWhole(name: string, schema: z.ZodType, meaning: string): Named {
  return { name, schema, meaning, words: {}, side: 'output' }
}

/** What may be sent, in a query or in a body: a schema of which every field has its meaning. */
export interface Fields extends Named {
  readonly schema: z.ZodObject
}

/** Names what may be sent. */
export function fields<Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  meaning: string,
  words: { readonly [Name in keyof Shape & string]: string },
): Fields {
  return { name, schema, meaning, words, side: 'input' }
}

/** An answer that is no error. */
export interface Answer {
  readonly status: number
  readonly meaning: string
  /** Default: JSON. */
  readonly type?: string
  /** Absent where there is no body, or none that a schema could say much of. Of a stream: each of its messages. */
  readonly schema?: z.ZodType
  /** Server-sent events, each `{event?, data}` by the schema; or lines of JSON. */
  readonly stream?: 'events' | 'lines'
}

/** An error that may be answered: what stands in its body. */
export interface Failing {
  readonly message: string
  readonly code?: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
  /** Further fields of the body. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A request as somebody might send it, and what could be answered. A test sends each. */
export interface Example {
  /** In one word or two; no other of the operation has it. */
  readonly name: string
  readonly summary: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Default: the first of the operation's. */
  readonly status?: number
  /** Default: that of the first answer with this status. */
  readonly type?: string
  /** The body; of a stream: its messages. Absent where there is none, or none to be read by people. */
  readonly answer?: unknown
}

/** One thing that can be asked of the service. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete'
  /** With parameters in braces. */
  readonly path: string
  /** What programs call it. */
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** What the parameters in the path mean. */
  readonly pathWords?: Readonly<Record<string, string>>
  readonly query?: Fields
  readonly body?: Fields
  /** May the body be left out? */
  readonly isBodyOptional?: boolean
  readonly answers: readonly Answer[]
  /** By status. Those that come with the kind of access, and what may happen to any request, need not be named. */
  readonly errors?: Readonly<Record<number, readonly Failing[]>>
  readonly examples: readonly Example[]
}
