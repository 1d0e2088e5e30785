// The envelope of most JSON APIs: a status code, a message and the data.
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Init, Io, Schema } from '../../upstream/source.ts'
import { checkShape } from './embedded-json.ts'

/** The fields of an envelope: the code's name, its value for success, and the message's name. */
interface Envelope {
  readonly code: string
  readonly success: number | string | boolean
  readonly words: string
}

/** The shape before the code is checked: an error reply has other data or none. */
const anyReply = z.looseObject({})

/**
 * Requests a JSON API and unwraps the reply. `holds` is the shape of the whole reply on success.
 * @throws UpstreamError as `io.json` does, as `refused` builds it, and `mismatch` for a wrong shape.
 */
export async function unwrapEnvelope<T>(
  io: Io,
  address: string,
  { holds, ...envelope }: Envelope & { readonly holds: Schema<T> },
  init: Init = {},
): Promise<T> {
  const reply = await io.json(address, anyReply, { ...init, headers: { ...dataHeaders, ...init.headers } })
  return unwrapReply(reply, envelope, holds)
}

const codeSchema = z.union([z.number(), z.boolean(), z.string().min(1)])

/** Checks the code and the shape. @throws UpstreamError as `refused` builds it, and `mismatch` for a wrong shape. */
function unwrapReply<T>(
  reply: Readonly<Record<string, unknown>>,
  { code, success, words }: Envelope,
  shape: Schema<T>,
): T {
  const { data: codeValue } = codeSchema.safeParse(reply[code])
  if (codeValue === undefined) throw new UpstreamError('mismatch', `the reply has no ${code}`)
  if (String(codeValue) === String(success)) return checkShape(reply, shape)
  const why = reply[words]
  const text = typeof why === 'string' ? why : ''
  const number = typeof codeValue === 'boolean' ? Number.NaN : Number(codeValue)
  throw Number.isFinite(number) ? apiRefusal(text, number) : apiRefusal(`${codeValue} ${text}`)
}
