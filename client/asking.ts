// Sends requests and takes answers: whole ones in JSON, and those that come piece by piece.
import { addressOf } from './address.ts'
import { brokenOff, errorOf, notJson, unreachable } from './trawl-error.ts'

/** How a request is made. */
export interface AskOptions {
  /** Ends the request; what waits for it is rejected with the signal's reason. `AbortSignal.timeout(ms)` ends it by itself. */
  readonly signal?: AbortSignal | undefined
}

/** Where a Trawl is, and what one proves oneself with. */
export interface ClientOptions {
  /** Where it listens, `http://127.0.0.1:8888`; it may lie under a path of its host. */
  readonly url: string
  /** A key, or the token of a login, where it wants one. */
  readonly key?: string | undefined
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** What asks one service. All of it rejects with TrawlError, or with the reason of the signal. */
export interface Asking {
  get<Answer>(path: string, options?: AskOptions): Promise<Answer>
  post<Answer>(path: string, body: object, options?: AskOptions): Promise<Answer>
  /** Opens an answer and hands over its body, which is of this type or it is a failure. */
  open(path: string, type: string, options: AskOptions): Promise<ReadableStream<Uint8Array>>
  /** Proves itself by this from now on. */
  prove(key: string): void
  /** Where it asks. */
  readonly base: string
}

/** Makes it. @throws TypeError when the address is none, or the key cannot be sent. */
export function createAsking({ url, key, fetch: send = fetch }: ClientOptions): Asking {
  const base = addressOf(url)
  let proof = proofOf(key)

  async function ask(path: string, init: RequestInit, { signal }: AskOptions): Promise<Response> {
    const headers = { ...init.headers, ...(proof === undefined ? {} : { authorization: proof }) }
    // Called as a plain function: a browser's own refuses to be a method of anything else.
    const response = await send(base + path, { ...init, headers, signal: signal ?? null }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : unreachable(base, error)
    })
    if (response.ok) return response
    const error = await errorOf(response, base)
    throw signal?.aborted ? signal.reason : error
  }

  async function read<Answer>(response: Response, { signal }: AskOptions): Promise<Answer> {
    const text = await response.text().catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : brokenOff(base, error)
    })
    return believed(text, base)
  }

  return {
    base,
    prove(newKey) {
      proof = proofOf(newKey)
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

/** What holds a line break or a letter no header can hold would fail where nobody looks for it: as an unreachable service. */
function proofOf(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? ''
  if (!/^[\x20-\x7E]*$/.test(trimmed)) throw new TypeError('key: must be of ASCII letters, digits and signs')
  return trimmed === '' ? undefined : `Bearer ${trimmed}`
}

/** A JSON object or array as the type says it is: the service's tests hold it to its description, of which the types are made. */
export function believed<Answer>(text: string, where: string): Answer {
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
