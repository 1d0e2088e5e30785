// The API client: the only file of the page that sends requests (JSON, event streams, pictures), with the user's credential.
import { withTimeout } from '../../client/line-reader.ts'
import { readServerSentEvents } from '../../client/sse-reader.ts'

/** A request fails if no response headers arrive within this time. */
const responseTimeoutMs = 75_000

/** Kinds of request errors; the messages have a text for each. */
export type ApiErrorKind =
  | 'offline'
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'rate'
  | 'busy'
  | 'badRequest'
  | 'notFound'
  | 'upstream'
  | 'serverError'

export class ApiError extends Error {
  override readonly name = 'AskError'
  readonly kind: ApiErrorKind
  /** Value of Retry-After in seconds, if the server sent one. */
  readonly retryAfterS: number | undefined

  constructor(kind: ApiErrorKind, message: string, retryAfterS?: number) {
    super(message)
    this.kind = kind
    this.retryAfterS = retryAfterS
  }

  /** Any error as one of a request. */
  static from(error: unknown): ApiError {
    return error instanceof ApiError ? error : new ApiError('serverError', String(error))
  }
}

export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** Credential to send instead of the stored one. */
  readonly credential?: string | undefined
  /** Does not open the login dialog on 401: background requests must not open it each time. */
  readonly isBackground?: boolean | undefined
  /** For streams: called when the response starts. */
  readonly onOpen?: (() => void) | undefined
}

/** The API client. Every method rejects with `ApiError`, or with the abort reason of its signal. */
export interface ApiClient {
  json<Answer>(path: string, options?: RequestOptions): Promise<Answer>
  post<Answer>(path: string, body: object, options?: RequestOptions): Promise<Answer>
  put<Answer>(path: string, body: object, options?: RequestOptions): Promise<Answer>
  /** Sends a DELETE. Resolves to null if the answer is empty. */
  remove<Answer>(path: string, options?: RequestOptions): Promise<Answer>
  /** Yields events until the stream ends or the signal aborts. Fails when the stream is silent for too long. */
  events(path: string, options?: RequestOptions): AsyncGenerator<ServerEvent>
  /** Returns an object URL of the picture; the caller revokes it. */
  picture(path: string, options?: RequestOptions): Promise<string>
}

export interface ApiClientOptions {
  readonly fetch: typeof fetch
  /** Returns the credential; empty if there is none. */
  readonly credential: () => string
  readonly isOnline: () => boolean
  readonly onUnauthorized: () => void
}

export function createApiClient({ fetch: send, credential, isOnline, onUnauthorized }: ApiClientOptions): ApiClient {
  /** What a request fails with that got no whole answer. */
  const failureOf = (error: unknown, { signal }: RequestOptions): unknown =>
    signal?.aborted ? signal.reason : new ApiError(isOnline() ? 'unreachable' : 'offline', String(error))
  const request = async (path: string, init: RequestInit, options: RequestOptions): Promise<Response> => {
    const token = options.credential ?? credential()
    const headers = { ...init.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, ...(options.signal ? [options.signal] : [])])
    const sent = send(path, { ...init, headers, signal })
    const response = await withTimeout(responseTimeoutMs, sent).catch((error: unknown) => {
      controller.abort()
      throw failureOf(error, options)
    })
    if (response.ok) return response
    if (response.status === 401 && options.credential === undefined && !options.isBackground) onUnauthorized()
    throw await toApiError(response)
  }
  /** A captive portal responds with HTML instead of JSON, and a response may break off midway. */
  const read = async <Answer>(path: string, init: RequestInit, options: RequestOptions): Promise<Answer> => {
    const headers = { accept: 'application/json', ...init.headers }
    const response = await request(path, { ...init, headers }, options)
    const parsed = response.text().then((text) => JSON.parse(text || 'null'))
    return parsed.catch((error: unknown) => {
      throw failureOf(error, options)
    })
  }
  const sender =
    (method: string) =>
    <Answer>(path: string, body: object, options: RequestOptions = {}): Promise<Answer> =>
      read(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, options)
  return {
    json: (path, options = {}) => read(path, {}, options),
    post: sender('POST'),
    put: sender('PUT'),
    remove: (path, options = {}) => read(path, { method: 'DELETE' }, options),
    async *events(path, options = {}) {
      const { body } = await request(path, { headers: { accept: 'text/event-stream' } }, options)
      options.onOpen?.()
      if (!body) return
      try {
        for await (const { event, data } of readServerSentEvents(body)) yield { event, data: JSON.parse(data) }
      } catch (error) {
        throw failureOf(error, options)
      }
    },
    async picture(path, options = {}) {
      // Browsers send what else the page asks for first.
      return URL.createObjectURL(await (await request(path, { priority: 'low' }, options)).blob())
    },
  }
}

const kindByStatus: ReadonlyMap<number, ApiErrorKind> = new Map([
  [400, 'badRequest'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [413, 'badRequest'],
  [414, 'badRequest'],
  [429, 'rate'],
  [502, 'upstream'],
  [503, 'busy'],
  [504, 'upstream'],
])

async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const waitS = Number(response.headers.get('retry-after') ?? Number.NaN)
  const kind = kindByStatus.get(response.status) ?? 'serverError'
  return new ApiError(kind, errorMessage(body) ?? `${response.status}`, Number.isFinite(waitS) ? waitS : undefined)
}

/** Extracts the error text: under `message` in both APIs, under `error` for login. */
function errorMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('message' in body && typeof body.message === 'string') return body.message
  return 'error' in body && typeof body.error === 'string' ? body.error : undefined
}
