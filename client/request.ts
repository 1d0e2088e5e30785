// Sends requests and reads JSON answers and streams.

import { connectionError, notJson, readError, streamInterrupted } from './trawl-error.ts'
import { addressOf } from './url.ts'

/** Options of a request. */
export interface AskOptions {
  /** Cancels the request; its promise rejects with the signal's reason. Use `AbortSignal.timeout(ms)` for a time limit. */
  readonly signal?: AbortSignal | undefined
}

/** Address and credentials of a server. */
export interface ClientOptions {
  /** Base URL, like `http://127.0.0.1:8888`; may include a path. */
  readonly url: string
  /** An API key or login token, if the server requires one. */
  readonly key?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** Sends requests to one server. All methods reject with TrawlError, or with the reason of the signal. */
export interface Requester {
  get<Answer>(path: string, options?: AskOptions): Promise<Answer>
  post<Answer>(path: string, body: object, options?: AskOptions): Promise<Answer>
  /** Opens a response and returns its body; rejects if it is not of this content type. */
  open(path: string, type: string, options: AskOptions): Promise<ReadableStream<Uint8Array>>
  /** Sets the key for all further requests. */
  setKey(key: string): void
  /** Base URL of the server. */
  readonly base: string
}

/** Creates a requester. @throws TypeError when the URL is invalid or the key cannot be sent in a header. */
export function createRequester({ url, key, fetch: send = fetch }: ClientOptions): Requester {
  const base = addressOf(url)
  let proof = authorizationFor(key)

  async function ask(path: string, init: RequestInit, { signal }: AskOptions): Promise<Response> {
    const headers = { ...init.headers, ...(proof === undefined ? {} : { authorization: proof }) }
    // Called as a plain function: a browser's fetch throws "Illegal invocation" when called as a method.
    const response = await send(base + path, { ...init, headers, signal: signal ?? null }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : connectionError(base, error)
    })
    if (response.ok) return response
    const error = await readError(response, base)
    throw signal?.aborted ? signal.reason : error
  }

  async function read<Answer>(response: Response, { signal }: AskOptions): Promise<Answer> {
    const text = await response.text().catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : streamInterrupted(base, error)
    })
    return assumeType(text, base)
  }

  return {
    base,
    setKey(newKey) {
      proof = authorizationFor(newKey)
    },
    async get(path, options = {}) {
      return read(await ask(path, { headers: json }, options), options)
    },
    async post(path, body, options = {}) {
      const headers = { ...json, 'content-type': 'application/json' }
      return read(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, options), options)
    },
    async open(path, type, options) {
      const response = await ask(path, { headers: { accept: type } }, options)
      const isIt = response.headers.get('content-type')?.startsWith(type) === true
      if (isIt && response.body) return response.body
      throw notJson(await response.text().catch(() => ''), base)
    },
  }
}

const json = { accept: 'application/json' } as const

/** Validates the key here: a character that a header cannot hold would otherwise look like a connection failure. */
function authorizationFor(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? ''
  if (!/^[\x20-\x7E]*$/.test(trimmed)) throw new TypeError('key: must contain only printable ASCII characters')
  return trimmed === '' ? undefined : `Bearer ${trimmed}`
}

/** Parses JSON and assumes that it has the type: the service's tests validate answers against the schemas of the types. */
export function assumeType<Answer>(text: string, where: string): Answer {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson(text, where)
  }
  assertIsAnswer<Answer>(value, where)
  return value
}

function assertIsAnswer<Answer>(value: unknown, where: string): asserts value is Answer {
  if (typeof value !== 'object' || value === null) throw notJson(JSON.stringify(value), where)
}
