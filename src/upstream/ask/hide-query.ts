// Removes the texts of a query from the failures of its ask: everybody reads failures, and sites repeat keywords in messages and addresses.
import { createRedactor } from '../../observability/redact.ts'
import { UpstreamError } from '../errors.ts'

/** Percent-encoded bytes and what follows them, perhaps cut: in GBK the second byte of a character may be written as it is. */
const encodedRun = /%[\da-f]{2}[!-~]*…?/gi

/** Creates the function that returns an error without the texts of the query, or the same error if it has none of them. */
export function createQueryHider(query: unknown): (error: UpstreamError) => UpstreamError {
  let redact: ((text: string) => string) | undefined
  return (error) => {
    redact ??= createTextHider(textsOf(query))
    const { kind, retryAfterMs, status, reason, cause } = error
    const [message, to] = [redact(error.message), redact(reason?.to ?? '')]
    if (message === error.message && to === (reason?.to ?? '')) return error
    return new UpstreamError(kind, message, {
      retryAfterMs,
      status,
      cause,
      reason: reason?.to ? { ...reason, to } : reason,
    })
  }
}

function createTextHider(texts: readonly string[]): (text: string) => string {
  const redact = createRedactor(texts, 1)
  return (text) => {
    const hidden = redact(text).replace(encodedRun, (run) => {
      if (run.endsWith('…')) return '…'
      const decoded = decodeGbk(run)
      return redact(decoded) === decoded ? run : '***'
    })
    return hidden.endsWith('…') ? hideCutText(hidden, texts) : hidden
  }
}

function decodeGbk(encoded: string): string {
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder('gbk').decode(Buffer.from(bytes, 'latin1'))
}

/** Failures are cut at a length: the end of one may be the beginning of a text. */
function hideCutText(cut: string, texts: readonly string[]): string {
  const end = cut.slice(0, -1).toLowerCase()
  const beginnings = texts.flatMap((text) =>
    Array.from(text.toLowerCase(), (_, at) => text.toLowerCase().slice(0, -at)),
  )
  const longest = Math.max(0, ...beginnings.filter((some) => end.endsWith(some)).map(({ length }) => length))
  return `${cut.slice(0, -1 - longest)}…`
}

/** All strings in a value, and their words. A single letter or digit occurs in any message. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/\s+/)].filter((text) => /..|[^\0-\x7f]/.test(text))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
