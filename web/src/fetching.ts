// The API client: the only file of the page that sends requests (JSON, event streams, pictures), with the user's credential.
import { readEvents } from './event-reading.ts'
import { within } from './within.ts'

/** A request fails if no response headers arrive within this time. */
const answerMs = 75_000

/** Kinds of request errors; the messages have a text for each. */
export const refusals = [
  'offline',
  'unreachable',
  'unauthorized',
  'forbidden',
  'rate',
  'busy',
  'badRequest',
  'notFound',
  'upstream',
  'serverError',
] as const
export type Refusal = (typeof refusals)[number]

/** A failed request. */
export class AskError extends Error {
  override readonly name = 'AskError'
  readonly refusal: Refusal
  /** Value of Retry-After in seconds, if the server sent one. */
  readonly retryAfterS: number | undefined

  constructor(refusal: Refusal, message: string, retryAfterS?: number) {
    super(message)
    this.refusal = refusal
    this.retryAfterS = retryAfterS
  }
}

/** A server-sent event with parsed data. */
export interface StreamedEvent {
  readonly event: string
  readonly data: unknown
}

/** Options of a request. */
export interface Want {
  readonly signal?: AbortSignal | undefined
  /** Credential to send instead of the stored one. */
  readonly pass?: string | undefined
  /** Does not open the login dialog on 401: background requests must not open it each time. */
  readonly isQuiet?: boolean | undefined
  /** For streams: called when the response starts. */
  readonly onOpen?: (() => void) | undefined
}

/** The API client. Every method rejects with `AskError`, or with the abort reason of its signal. */
export interface Asking {
  json<Answer>(path: string, want?: Want): Promise<Answer>
  post<Answer>(path: string, body: object, want?: Want): Promise<Answer>
  /** Yields events until the stream ends or the signal aborts. Fails when the stream is silent for too long. */
  events(path: string, want?: Want): AsyncGenerator<StreamedEvent>
  /** Returns an object URL of the picture; the caller revokes it. */
  picture(path: string, want?: Want): Promise<string>
}

export interface AskingParts {
  readonly fetch: typeof fetch
  /** Returns the credential; empty if there is none. */
  readonly pass: () => string
  readonly isOnline: () => boolean
  /** Called when the server answers 401. */
  readonly refused: () => void
}

export function createAsking(parts: AskingParts): Asking {
  const ask = createAsk(parts)
  /** A captive portal responds with HTML instead of JSON, and a response may break off midway. */
  async function read<Answer>(response: Response, { signal }: Want): Promise<Answer> {
    return response.json().catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : new AskError(parts.isOnline() ? 'unreachable' : 'offline', String(error))
    })
  }
  return {
    async json(path, want = {}) {
      return read(await ask(path, { headers: { accept: 'application/json' } }, want), want)
    },
    async post(path, body, want = {}) {
      const headers = { accept: 'application/json', 'content-type': 'application/json' }
      return read(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, want), want)
    },
    async *events(path, want = {}) {
      const { body } = await ask(path, { headers: { accept: 'text/event-stream' } }, want)
      want.onOpen?.()
      if (!body) return
      try {
        for await (const { event = 'message', data } of readEvents(body)) yield { event, data: JSON.parse(data) }
      } catch (error) {
        throw want.signal?.aborted ? error : new AskError(parts.isOnline() ? 'unreachable' : 'offline', String(error))
      }
    },
    async picture(path, want = {}) {
      return URL.createObjectURL(await (await ask(path, {}, want)).blob())
    },
  }
}

function createAsk({ fetch: send, pass, isOnline, refused }: AskingParts) {
  return async (path: string, init: RequestInit, want: Want): Promise<Response> => {
    const proof = want.pass ?? pass()
    const headers = { ...init.headers, ...(proof === '' ? {} : { authorization: `Bearer ${proof}` }) }
    const sending = endableBy(want.signal)
    const response = await within(answerMs, send(path, { ...init, headers, signal: sending.signal })).catch(
      (error: unknown) => {
        sending.abort()
        throw want.signal?.aborted
          ? want.signal.reason
          : new AskError(isOnline() ? 'unreachable' : 'offline', String(error))
      },
    )
    if (response.ok) return response
    if (response.status === 401 && want.pass === undefined && !want.isQuiet) refused()
    throw await errorOf(response)
  }
}

/** Returns a controller that also aborts with the given signal. `AbortSignal.any` is not supported by every browser. */
function endableBy(reader: AbortSignal | undefined): AbortController {
  const sending = new AbortController()
  const leave = () => sending.abort(reader?.reason)
  if (reader?.aborted) leave()
  else reader?.addEventListener('abort', leave)
  return sending
}

const byStatus: ReadonlyMap<number, Refusal> = new Map([
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

async function errorOf(response: Response): Promise<AskError> {
  const said: unknown = await response.json().catch(() => undefined)
  const waitS = Number(response.headers.get('retry-after') ?? Number.NaN)
  const refusal = byStatus.get(response.status) ?? 'serverError'
  return new AskError(refusal, messageOf(said) ?? `${response.status}`, Number.isFinite(waitS) ? waitS : undefined)
}

/** Extracts the error text: under `message` in both APIs, under `error` for login. */
function messageOf(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  if ('message' in said && typeof said.message === 'string') return said.message
  return 'error' in said && typeof said.error === 'string' ? said.error : undefined
}
