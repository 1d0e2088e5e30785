// A draft fixture: the recorded exchanges, and the result of replaying them.

import { z } from 'zod'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { Failure } from '../../src/upstream/source.ts'
import { replaying } from '../../test/kit/fixtures.ts'
import { makeUpstream } from '../../test/kit/wire.ts'

/** One exchange in the form of a fixture, with its body. */
export interface DraftExchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** The request body: JSON, or a text. */
  readonly request?: unknown
  /** Rules for required request headers. */
  readonly sent: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Uint8Array
}

/** The request to the source and its time. */
export interface Question {
  readonly kw: string
  readonly ext: Readonly<Record<string, unknown>>
  /** Epoch milliseconds. */
  readonly at: number
}

/** The result of a replay; items are in JSON form. `strays` are requests without an exchange. */
export interface Replayed {
  readonly items: readonly unknown[]
  readonly failure: Failure | undefined
  readonly isWhole: boolean
  readonly strays: readonly string[]
}

/** A fixture cannot be made; the message says why to the person who records. */
export class RecordError extends Error {}

/** Asks the subject over a transport, at the time of the question, with empty stores. */
export async function askOver(
  subject: ProbeTarget,
  { at, kw, ext }: Question,
  transport: Transport,
): Promise<Omit<Replayed, 'strays'>> {
  const { upstream } = makeUpstream({ transport, epochMs: () => at })
  const { state, failure, ...rest } =
    subject.kind === 'list'
      ? await upstream.ask(subject.source, {}, {})
      : await upstream.ask(subject.source, { kw, ext }, {})
  const items = z.array(z.unknown()).parse(JSON.parse(JSON.stringify('items' in rest ? rest.items : [])))
  const isWhole = state === 'fresh' && failure === undefined && !('skippedUpstream' in rest && rest.skippedUpstream)
  return { items, failure: state === 'failed' ? failure : undefined, isWhole }
}

/** Asks the subject over the exchanges, as the fixture tests do. */
export async function replayed(
  subject: ProbeTarget,
  question: Question,
  exchanges: readonly DraftExchange[],
): Promise<Replayed> {
  const { transport, strays } = replaying(exchanges)
  return { ...(await askOver(subject, question, transport)), strays }
}

/** Converts a request body to its fixture form. */
export function requestOf(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
