// TrawlError, the only error class of the client: the service's error, or the failure to reach it.

/** Further fields of an error. */
interface ErrorExtras {
  readonly code?: string | undefined
  readonly retryAfterS?: number | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/** A failed request. The message is a sentence for people, the service's own if it sent one. */
export class TrawlError extends Error {
  override readonly name = 'TrawlError'
  /** The HTTP status; 0 when the service was unreachable, its answer was incomplete, or the answer was not Trawl's. */
  readonly status: number
  /** The service's error code, if any: `SOURCE_NOT_FOUND`, `RATE_LIMITED` … */
  readonly code: string | undefined
  /** Seconds to wait before a retry, if the service sent them. */
  readonly retryAfterS: number | undefined
  /** Details for programs, such as the invalid parameter or the sources. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, message: string, { code, retryAfterS, details, cause }: ErrorExtras = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS
    this.details = details
  }
}

/** The error of a request without an answer. */
export function connectionError(where: string, cause: unknown): TrawlError {
  return new TrawlError(0, `${where} could not be reached: ${describeCause(cause)}`, { cause })
}

/** The error of an incomplete answer. */
export function streamInterrupted(where: string, cause: unknown): TrawlError {
  return new TrawlError(0, `the answer from ${where} was interrupted: ${describeCause(cause)}`, { cause })
}

/** Node reports "fetch failed" with the reason in `cause`, which may have a code and no message. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const deeper: unknown = error.cause
  if (deeper instanceof Error) return describeCause(deeper)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

type JsonObject = Readonly<Record<string, unknown>>

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Builds the error of an unsuccessful response. Reads its body. */
export async function readError(response: Response, where: string): Promise<TrawlError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const body = parseObject(text)
  const message = body && sentenceOf(body)
  const retryAfterS = parseRetryAfter(headers)
  if (body === undefined || message === undefined)
    return new TrawlError(status, `${where} answered ${status} with a body that is not from Trawl: ${excerpt(text)}`, {
      retryAfterS,
    })
  const inner = isJsonObject(body.error) ? body.error : {}
  // A failed login also answers 401; its body has the message in `error`.
  const needsKey = status === 401 && typeof body.error !== 'string'
  return new TrawlError(status, needsKey ? `${message}${loginHint}` : message, {
    retryAfterS,
    code: typeof inner.code === 'string' ? inner.code : undefined,
    details: isJsonObject(inner.details) ? inner.details : undefined,
  })
}

/** The error of a status 200 whose body is not JSON: a proxy's page, or a truncated answer. */
export function notJson(text: string, where: string): TrawlError {
  return new TrawlError(0, `${where} did not answer with JSON; is it a Trawl server? It sent: ${excerpt(text)}`)
}

const loginHint = ' (with this client: createClient({ url, key }), or login(username, password) first)'

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Error bodies have their sentence in `message`; a login, for clients of other servers, also in `error`. */
function sentenceOf({ message, error }: JsonObject): string | undefined {
  if (typeof message === 'string' && message !== '') return message
  return typeof error === 'string' && error !== '' ? error : undefined
}

/** Parses Retry-After: seconds, or a date compared with the server's own `date` header. */
function parseRetryAfter(headers: Headers): number | undefined {
  const said = headers.get('retry-after')
  if (said === null || said.trim() === '') return undefined
  if (/^\s*\d+\s*$/.test(said)) return Number(said)
  const seconds = (Date.parse(said) - Date.parse(headers.get('date') ?? '')) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** The beginning of a body; for HTML its text. */
function excerpt(text: string): string {
  const plain = text
    .replace(/<(?:style|script).*?(?:<\/(?:style|script)>|$)|<[^<>]*>/gis, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return 'nothing'
  return plain.length > 120 ? `“${[...plain].slice(0, 120).join('')}…”` : `“${plain}”`
}
