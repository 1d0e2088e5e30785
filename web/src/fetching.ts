// The one file of the page that asks the service: JSON, streams of events, pictures, each with whatever the reader proves himself with.
import { readEvents } from './event-reading.ts'
import { within } from './within.ts'

/** A request of which not even the head of an answer has come by then is answered no more. */
const answerMs = 75_000

/** Why an answer did not come, in the words the page has sentences for. */
export const refusals = [
  'offline',
  'unreachable',
  'unproved',
  'forbidden',
  'rate',
  'busy',
  'wrong',
  'missing',
  'upstream',
  'fault',
] as const
export type Refusal = (typeof refusals)[number]

/** An answer that did not come. */
export class AskError extends Error {
  override readonly name = 'AskError'
  readonly refusal: Refusal
  /** After how many seconds one may ask again, where the service said so. */
  readonly retryAfterS: number | undefined

  constructor(refusal: Refusal, message: string, retryAfterS?: number) {
    super(message)
    this.refusal = refusal
    this.retryAfterS = retryAfterS
  }
}

/** An event of a stream, its data parsed. */
export interface StreamedEvent {
  readonly event: string
  readonly data: unknown
}

/** How something is asked for. */
export interface Want {
  readonly signal?: AbortSignal | undefined
  /** Asks with this in place of what the reader proves himself with. */
  readonly pass?: string | undefined
  /** Does not ask the reader who he is when that is not known: what is asked again and again must not do so each time. */
  readonly isQuiet?: boolean | undefined
  /** Of a stream: called when its answer has begun. */
  readonly onOpen?: (() => void) | undefined
}

/** What asks the service. Every one rejects with AskError, or with the reason of its signal. */
export interface Asking {
  json<Answer>(path: string, want?: Want): Promise<Answer>
  post<Answer>(path: string, body: object, want?: Want): Promise<Answer>
  /** The events as they come, until the stream ends or the signal aborts; one that has fallen silent is broken. */
  events(path: string, want?: Want): AsyncGenerator<StreamedEvent>
  /** An address of the bytes within this page; to be revoked when it is not needed any more. */
  picture(path: string, want?: Want): Promise<string>
}

export interface AskingParts {
  readonly fetch: typeof fetch
  /** What the reader proves himself with; empty when he does not. */
  readonly pass: () => string
  readonly isOnline: () => boolean
  /** The service wants to know who asks. */
  readonly refused: () => void
}

/** Makes it. */
export function createAsking(parts: AskingParts): Asking {
  const ask = createAsk(parts)
  /** A network that wants a login of its own answers with a page in place of ours, and an answer may break off midway. */
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

/** Ends what is sent when its reader leaves, and can end it otherwise. `AbortSignal.any` would do; not every browser has it. */
function endableBy(reader: AbortSignal | undefined): AbortController {
  const sending = new AbortController()
  const leave = () => sending.abort(reader?.reason)
  if (reader?.aborted) leave()
  else reader?.addEventListener('abort', leave)
  return sending
}

const byStatus: ReadonlyMap<number, Refusal> = new Map([
  [400, 'wrong'],
  [401, 'unproved'],
  [403, 'forbidden'],
  [404, 'missing'],
  [413, 'wrong'],
  [414, 'wrong'],
  [429, 'rate'],
  [502, 'upstream'],
  [503, 'busy'],
  [504, 'upstream'],
])

async function errorOf(response: Response): Promise<AskError> {
  const said: unknown = await response.json().catch(() => undefined)
  const waitS = Number(response.headers.get('retry-after') ?? Number.NaN)
  const refusal = byStatus.get(response.status) ?? 'fault'
  return new AskError(refusal, messageOf(said) ?? `${response.status}`, Number.isFinite(waitS) ? waitS : undefined)
}

/** The sentence of an error; both services have it under `message`, a login under `error`. */
function messageOf(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  if ('message' in said && typeof said.message === 'string') return said.message
  return 'error' in said && typeof said.error === 'string' ? said.error : undefined
}
