// Requests to Bilibili's APIs and the meaning of their codes (upstreams/hot/bilibili.md, b-bilibili.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, Schema } from '../../upstream/source.ts'
import { treatAsBlocked } from './blocked-status.ts'
import { cookieHeader, withCookies } from './cookies.ts'
import { checkShape } from './embedded-json.ts'

const home = 'https://www.bilibili.com/'

type Headers = Readonly<Record<string, string>>

/** Requests an API without cookies. @throws UpstreamError also for a code that means failure. */
export async function checkCode<T>(io: Io, address: string, shape: Schema<T>, headers: Headers = {}): Promise<T> {
  return (await requestWithoutCheck(io, address, shape, headers)) ?? failVisitorCheck()
}

/** Requests an API that usually answers without cookies; when it checks the visitor, retries with the cookies of the home page. */
export async function checkVisitorCode<T>(io: Io, address: string, shape: Schema<T>): Promise<T> {
  const bare = await requestWithoutCheck(io, address, shape)
  if (bare !== undefined) return bare
  return withCookies(io, home, async (cookie) => {
    const headers = { referer: home, ...cookieHeader(cookie) }
    return (await requestWithoutCheck(io, address, shape, headers)) ?? failVisitorCheck()
  })
}

/** Not `blocked`: the check applies to one URL; others of the host may answer. */
function failVisitorCheck(): never {
  throw new UpstreamError('mismatch', 'the site requires a visitor check', { reason: { code: 'challenge' } })
}

const envelope = z.looseObject({ code: z.int(), message: maybeText })
const visitorCheckCode = -352
const blockedCode = -412
/** A visitor check that is not reported in the code. */
const voucher = z.object({ data: z.object({ v_voucher: z.string(), list: z.undefined().optional() }) })

/** Returns the reply; undefined when the site requires a visitor check. */
async function requestWithoutCheck<T>(
  io: Io,
  address: string,
  shape: Schema<T>,
  headers: Headers = {},
): Promise<T | undefined> {
  const asked = io.json(address, envelope, { headers: { ...dataHeaders, ...headers } })
  const reply = await asked.catch(treatAsBlocked(412))
  const { code, message } = reply
  if (code === visitorCheckCode || voucher.safeParse(reply).success) return undefined
  if (code === blockedCode) throw new UpstreamError('blocked', `answered with code ${code}`)
  if (code !== 0) throw apiRefusal(message ?? '', code)
  return checkShape(reply, shape)
}
