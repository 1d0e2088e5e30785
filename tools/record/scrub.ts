// Removes cookies, tokens and settings from a draft fixture: replaces them in the replies, then records the source's new requests.
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import { replaying } from '../../test/kit/fixtures.ts'
import { askOver, type DraftExchange, type Question, RecordError, requestOf } from './draft.ts'
import { namesLeft, type Secrets, withoutNamed, withoutSetValue } from './secrets.ts'

/**
 * The replies with every secret replaced; the requests are still the original ones. @throws Error when an unreplaced
 * text still looks secret.
 */
export function scrubbed(exchanges: readonly DraftExchange[], secrets: Secrets): DraftExchange[] {
  // A secret found in one reply may occur in an earlier one: find all first, then replace.
  const noted = exchanges.map((exchange) => ({
    ...exchange,
    headers: Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [name, withoutValues(name, value, secrets)]),
    ),
    body: changedText(exchange.body, (text) => withoutNamed(text, secrets)),
  }))
  const replaced = noted.map((exchange) => ({
    ...exchange,
    headers: Object.fromEntries(
      Object.entries(exchange.headers).map(([name, value]) => [name, replacedIn(value, secrets)]),
    ),
    body: changedText(exchange.body, secrets.replaced),
  }))
  const left = replaced.flatMap(({ body, headers }) =>
    [Buffer.from(body).toString('latin1'), ...Object.values(headers).flat()].flatMap((text) =>
      namesLeft(text, secrets),
    ),
  )
  if (left.length > 0)
    throw new RecordError(
      `what stands behind ${[...new Set(left)].join(', ')} in the replies looks secret and could not be replaced: nothing was written`,
    )
  return replaced
}

/** Reads the bytes as Latin-1, so that unreplaced bytes stay unchanged in any charset. */
function changedText(body: Uint8Array, change: (text: string) => string): Uint8Array {
  return Buffer.from(change(Buffer.from(body).toString('latin1')), 'latin1')
}

function withoutValues(name: string, value: string | string[], secrets: Secrets): string | string[] {
  if (name === 'set-cookie') return [value].flat().map((line) => withoutSetValue(line, secrets))
  return typeof value === 'string' ? withoutNamed(value, secrets) : value
}

function replacedIn(value: string | string[], secrets: Secrets): string | string[] {
  return Array.isArray(value) ? value.map(secrets.replaced) : secrets.replaced(value)
}

/**
 * The exchanges with the requests that the subject makes from these replies under other settings; signatures are
 * computed again.
 */
export async function askedAnew(
  subject: ProbeTarget,
  question: Question,
  exchanges: readonly DraftExchange[],
): Promise<DraftExchange[]> {
  const made = new Map<DraftExchange, DraftExchange>()
  const transport: Transport = {
    async send(attempt) {
      const { url, method, body, headers } = attempt
      const asked = { url: url.href, method, request: requestOf(body), headers: lowerCase(headers) }
      const unused = exchanges.filter((exchange) => !made.has(exchange))
      const found = bestOf(asked, unused) ?? exchanges.find((exchange) => made.get(exchange)?.url === url.href)
      if (found && !made.has(found)) made.set(found, withRequest(found, asked))
      const answer = found ? [{ ...found, url: url.href, sent: {}, method, request: asked.request }] : []
      return replaying(answer).transport.send(attempt)
    },
    close: async () => undefined,
  }
  await askOver(subject, question, transport)
  return exchanges.map((exchange) => made.get(exchange) ?? exchange)
}

interface Asked {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly request: unknown
  readonly headers: Readonly<Record<string, string>>
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function bestOf(asked: Asked, exchanges: readonly DraftExchange[]): DraftExchange | undefined {
  const scored = exchanges
    .map((exchange) => ({ exchange, score: likeness(asked, exchange) }))
    .filter(({ score }) => score > 0)
  return scored.toSorted((one, other) => other.score - one.score)[0]?.exchange
}

/** 0 when the requests differ in more than a signature. */
function likeness(asked: Asked, exchange: DraftExchange): number {
  const [one, other] = [new URL(asked.url), new URL(exchange.url)]
  if (asked.method !== exchange.method || one.host !== other.host) return 0
  const names = [...new Set([...one.searchParams.keys(), ...other.searchParams.keys()])]
  const same = names.filter((name) => one.searchParams.get(name) === other.searchParams.get(name)).length
  const isSamePath = one.pathname === other.pathname
  if (!isSamePath && one.pathname.split('/').length !== other.pathname.split('/').length) return 0
  const isSameBody = JSON.stringify(asked.request) === JSON.stringify(exchange.request)
  return 1 + (isSamePath ? 1000 : 0) + (asked.url === exchange.url ? 500 : 0) + (isSameBody ? 100 : 0) + same
}

/** The exchange with this request, and rules for its origin and credential headers. */
function withRequest(exchange: DraftExchange, { url, request, headers }: Asked): DraftExchange {
  const { referer, cookie, authorization } = headers
  const cookieName = cookie?.split('=', 1).join('').trim()
  const sent = {
    ...(cookieName ? { cookie: `contains ${cookieName}=` } : {}),
    ...(referer === undefined ? {} : { referer }),
    ...(authorization === undefined ? {} : { authorization: 'matches .' }),
  }
  const { request: _before, ...others } = exchange
  return { ...others, url, ...(request === undefined ? {} : { request }), sent }
}
