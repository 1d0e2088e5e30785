// Recognizes the requests of a fixture with another keyword or id in place of its own.
import type { Sent } from '../mock-response.ts'
import type { SearchExchange } from '../search-fixtures.ts'

/** What a request has in place of the keyword, and whether all its numbers are those of the fixture. */
interface Found {
  readonly text: string
  readonly isSamePage: boolean
}

export interface RequestPattern {
  /** Undefined for another request. */
  read(url: URL, sent: Sent): Found | undefined
}

/** The forms of a keyword in addresses and bodies, each with its reverse. */
const codings: ReadonlyArray<readonly [write: (text: string) => string, read: (text: string) => string]> = [
  [encodeURIComponent, (text) => decoded(text.replaceAll('+', ' '))],
  [(text) => text, (text) => text],
  [
    (text) => Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '_$&'),
    (text) => Buffer.from(text.replaceAll('_', ''), 'hex').toString(),
  ],
  // The GBK form of the keyword of the fixtures.
  [
    (text) => (text === '纸鹤' ? '%D6%BD%BA%D7' : text),
    (text) => new TextDecoder('gbk').decode(Buffer.from(text.replaceAll('%', ''), 'hex')),
  ],
  [(text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)), decoded],
]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts of a request that tell it from others; a time in it is a number like that of a page. */
function writtenAs(method: string, url: string, body: string): string {
  return `${method} ${url}\n${body}`
}

function bodyOf(request: unknown): string {
  if (request === undefined) return ''
  return typeof request === 'string' ? request : JSON.stringify(request)
}

/** A text with its numbers open, except within words. */
function openNumbers(text: string): string {
  return text
    .split(/(?<![\w%])(\d+)(?![\w%])/)
    .map((piece, at) => (at % 2 === 1 ? '(\\d+)' : RegExp.escape(piece)))
    .join('')
}

/** The pattern of an exchange with `text` open; undefined when the exchange does not have it. */
export function createRequestPattern(exchange: SearchExchange, text: string): RequestPattern | undefined {
  if (text === '') return undefined
  const { method, url, request } = exchange
  const whole = writtenAs(method, url, bodyOf(request))
  for (const [write, read] of codings) {
    const form = write(text)
    const at = whole.lastIndexOf(form)
    if (at < 0) continue
    const [before, after] = [whole.slice(0, at), whole.slice(at + form.length)]
    const pattern = new RegExp(`^${openNumbers(before)}(?<text>[^&/"\\n]*?)${openNumbers(after)}$`)
    const numbers = numbersIn(before, after)
    return {
      read(asked, sent) {
        const found = pattern.exec(writtenAs(sent.method, asked.href, sent.body))
        if (!found) return undefined
        const written = found.groups?.text ?? ''
        const own = found.slice(1).toSpliced(numbersIn(before).length, 1)
        return { text: read(written), isSamePage: own.join() === numbers.join() }
      },
    }
  }
  return undefined
}

function numbersIn(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((one) => one.match(/(?<![\w%])\d+(?![\w%])/g) ?? [])
}
