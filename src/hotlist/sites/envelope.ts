// The envelope that most interfaces put around their data: a code that says how it went, and some words.
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import { refused } from '../../reading/refused.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Init, Io, Schema } from '../../upstream/source.ts'
import { fitting } from './embedded-json.ts'

/** Where an envelope says how it went: the field of its code, which code is success, and the field of its words. */
interface Envelope {
  readonly code: string
  readonly success: number | string | boolean
  readonly words: string
}

/** A reply of which nothing is known until its code is read: a refusal holds other data, or none. */
const sealed = z.looseObject({})

/**
 * Asks an interface for what it holds in its envelope, as a page asks its own site. `holds` is the shape of the whole reply once its
 * code says success. @throws UpstreamError as `io.json` does, as `refused` has it, and `mismatch` when it is not of that shape.
 */
export async function enveloped<T>(
  io: Io,
  address: string,
  { holds, ...envelope }: Envelope & { readonly holds: Schema<T> },
  init: Init = {},
): Promise<T> {
  const reply = await io.json(address, sealed, { ...init, headers: { ...dataHeaders, ...init.headers } })
  return opened(reply, envelope, holds)
}

const given = z.union([z.number(), z.boolean(), z.string().min(1)])

/** What a reply holds, once its code says success. @throws UpstreamError as `refused` has it, and `mismatch` when it is not of that shape. */
function opened<T>(reply: Readonly<Record<string, unknown>>, { code, success, words }: Envelope, shape: Schema<T>): T {
  const { data: said } = given.safeParse(reply[code])
  if (said === undefined) throw new UpstreamError('mismatch', `a reply that does not say its ${code}`)
  if (String(said) === String(success)) return fitting(reply, shape)
  const why = reply[words]
  const text = typeof why === 'string' ? why : ''
  const number = typeof said === 'boolean' ? Number.NaN : Number(said)
  throw Number.isFinite(number) ? refused(text, number) : refused(`${said} ${text}`)
}
