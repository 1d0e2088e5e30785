// Sends a link to a target by a request of the browser, and reads from the answer whether it was taken.
import { addressFor, bodyFor, type LinkValues, type SendTarget } from './send-targets.ts'

const timeoutMs = 15_000
/** An answer may be a whole page. */
const maxMessageLength = 200

/** `message` is what the service says. `mixed`: a page over https may not ask an address over http. */
export type SendResult =
  | { readonly state: 'sent' | 'refused'; readonly status: number; readonly message: string }
  | { readonly state: 'mixed' | 'timeout' | 'unreachable' }

interface SendOptions {
  /** Address of the page. */
  readonly pageUrl: string
  readonly fetch?: typeof fetch
}

/** Never rejects. @throws SyntaxError if the body of the target is no JSON. */
export async function sendLink(
  target: SendTarget,
  values: LinkValues,
  { pageUrl, fetch: ask = fetch }: SendOptions,
): Promise<SendResult> {
  const address = addressFor(target, values, pageUrl) ?? ''
  const body = bodyFor(target, values)
  if (isMixed(address, pageUrl)) return { state: 'mixed' }
  const headers = {
    'content-type': 'application/json',
    ...(target.authorization !== '' && { authorization: target.authorization }),
  }
  try {
    const response = await ask(address, {
      ...{ method: 'POST', body, headers, credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readAnswer(response.status, await response.text())
  } catch (error) {
    return { state: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable' }
  }
}

/** Browsers make an exception for the machine that they run on. */
function isMixed(address: string, pageUrl: string): boolean {
  const { protocol, hostname } = new URL(address, pageUrl)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return pageUrl.startsWith('https:') && protocol === 'http:' && !isLocal
}

/** A service may refuse with status 200, by `success`, `error` or a `code` other than 0 and 200. */
export function readAnswer(status: number, text: string): SendResult {
  const answer = fieldsOf(text)
  const error = answer.get('error')
  const said = [answer.get('message'), answer.get('msg'), fieldsOf(error).get('message'), error]
  const message = (said.find((one) => typeof one === 'string') ?? '').slice(0, maxMessageLength)
  const code = answer.get('code')
  const isRefused =
    status < 200 ||
    status > 299 ||
    answer.get('success') === false ||
    (error !== undefined && error !== null && error !== false) ||
    (typeof code === 'number' && code !== 0 && code !== 200)
  return { state: isRefused ? 'refused' : 'sent', status, message }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === 'object' && value !== null) return new Map(Object.entries(value))
  if (typeof value !== 'string') return new Map()
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' ? fieldsOf(parsed) : new Map()
  } catch {
    return new Map()
  }
}
