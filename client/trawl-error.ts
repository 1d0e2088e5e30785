// TrawlError: the one error of the client, with what the service said in it, or that it could not be asked.

/** What is known of a failure beside its message. */
interface ErrorExtras {
  readonly code?: string | undefined
  readonly retryAfterS?: number | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/** A question that got no answer. Its message is a sentence for people: the service's own, where it said one. */
export class TrawlError extends Error {
  override readonly name = 'TrawlError'
  /** The HTTP status; 0 when the service could not be reached, its answer broke off, or it was no answer of Trawl. */
  readonly status: number
  /** The service's word for it, where it has one: `SOURCE_NOT_FOUND`, `RATE_LIMITED` … */
  readonly code: string | undefined
  /** In how many seconds one may ask again, where the service said so. */
  readonly retryAfterS: number | undefined
  /** For programs: which parameter, which sources. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, message: string, { code, retryAfterS, details, cause }: ErrorExtras = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS
    this.details = details
  }
}

/** The failure of a request that got no answer at all. */
export function unreachable(where: string, cause: unknown): TrawlError {
  return new TrawlError(0, `${where} could not be reached: ${reasonOf(cause)}`, { cause })
}

/** The failure of an answer that began and was not whole. */
export function brokenOff(where: string, cause: unknown): TrawlError {
  return new TrawlError(0, `the answer of ${where} broke off: ${reasonOf(cause)}`, { cause })
}

/** Node says "fetch failed", and why in its cause; that one may have a code and no words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const deeper: unknown = error.cause
  if (deeper instanceof Error) return reasonOf(deeper)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

type Bag = Readonly<Record<string, unknown>>

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What an answer other than a success says. Reads its body. */
export async function errorOf(response: Response, where: string): Promise<TrawlError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const said = bagOf(text)
  const message = said && sentenceOf(said)
  const retryAfterS = secondsOf(headers)
  if (said === undefined || message === undefined)
    return new TrawlError(status, `${where} answered ${status}, and not as Trawl does: ${shown(text)}`, { retryAfterS })
  const inner = isBag(said.error) ? said.error : {}
  // A login says with its 401 that name and password are wrong; its bodies have the sentence in `error` too.
  const needsKey = status === 401 && typeof said.error !== 'string'
  return new TrawlError(status, needsKey ? `${message}${wayIn}` : message, {
    retryAfterS,
    code: typeof inner.code === 'string' ? inner.code : undefined,
    details: isBag(inner.details) ? inner.details : undefined,
  })
}

/** What an answer of status 200 is that cannot be read as JSON: a proxy's page, or half of one of ours. */
export function notJson(text: string, where: string): TrawlError {
  return new TrawlError(0, `${where} did not answer in JSON; is it a Trawl? It said: ${shown(text)}`)
}

const wayIn = ' (with this client: createClient({ url, key }), or login(username, password) first)'

function bagOf(text: string): Bag | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isBag(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Every body of an error has its sentence in `message`; a login, for others' clients, in `error` too. */
function sentenceOf({ message, error }: Bag): string | undefined {
  if (typeof message === 'string' && message !== '') return message
  return typeof error === 'string' && error !== '' ? error : undefined
}

/** Seconds, or the time at which one may come again: then by the clock of who said it. */
function secondsOf(headers: Headers): number | undefined {
  const said = headers.get('retry-after')
  if (said === null || said.trim() === '') return undefined
  if (/^\s*\d+\s*$/.test(said)) return Number(said)
  const seconds = (Date.parse(said) - Date.parse(headers.get('date') ?? '')) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** The first words of a body: of a page its text. */
function shown(text: string): string {
  const plain = text
    .replace(/<(?:style|script).*?(?:<\/(?:style|script)>|$)|<[^<>]*>/gis, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return 'nothing'
  return plain.length > 120 ? `“${[...plain].slice(0, 120).join('')}…”` : `“${plain}”`
}
