// The shape of an operation: what a routes file says about each of its routes. The OpenAPI document and the list at `/` are made of them.
import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

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
 * clients and holders of the admin token; `reports`: the same, with `REPORTS=open` everyone. `administrator`: holders of the admin token; if
 * none is configured, local clients and the owner. `token`: everyone, with the token that the request is about. `uncounted`: like `open`,
 * without rate limit. `anybody`: also clients not on the allow list.
 */
type Access = 'anybody' | 'uncounted' | 'open' | 'token' | 'callers' | 'reader' | 'reports' | 'administrator'

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

/** An error response: the contents of its body; `fields` are further fields of it. */
export interface ErrorExample {
  readonly message: string
  readonly code?: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
  readonly fields?: Readonly<Record<string, unknown>>
}

interface DescribedOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Parameters as `{id}`. */
  readonly path: string
  readonly tag: keyof typeof tags
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** Descriptions of the parameters in the path. */
  readonly pathWords?: Readonly<Record<string, string>>
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly isBodyOptional?: boolean
  readonly answers: readonly OperationAnswer[]
  /** By status. Errors implied by `access`, or possible for every request, are added automatically. */
  readonly errors?: Readonly<Record<number, readonly ErrorExample[]>>
}

/** The operations of a routes file by their id, which is unique in the whole API. */
export type Operations = Readonly<Record<string, DescribedOperation>>

export type Operation = DescribedOperation & { readonly id: string }

type More = Pick<DescribedOperation, 'answers'> & Partial<DescribedOperation>

/** An operation; unless `more` says otherwise a GET request, and open to all callers. */
export function operation<const M extends More>(
  tag: keyof typeof tags,
  path: string,
  summary: string,
  more: M,
): Pick<DescribedOperation, 'method' | 'path' | 'tag' | 'summary' | 'access'> & M
export function operation(tag: keyof typeof tags, path: string, summary: string, more: More): DescribedOperation {
  return { method: 'get', path, tag, summary, access: 'callers', ...more }
}

/** The path in the notation of the router: `/:id` for `/{id}`. */
export function routePath({ path }: Pick<Operation, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

export const notModified: OperationAnswer = {
  status: 304,
  meaning: 'Not modified: the ETag in `If-None-Match` still matches.',
}

/** The answers of a feed in its three formats. */
export const feedAnswers: readonly OperationAnswer[] = [
  { status: 200, meaning: 'The feed as RSS 2.0.', type: 'application/rss+xml' },
  { status: 200, meaning: 'The feed as Atom.', type: 'application/atom+xml' },
  { status: 200, meaning: 'The feed as JSON Feed 1.1.', type: 'application/feed+json' },
]
