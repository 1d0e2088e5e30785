// Requests to Bilibili's APIs and the meaning of their codes (upstreams/hot/bilibili.md, b-bilibili.md).
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import { refused } from '../../reading/refused.ts'
import { maybeText } from '../../reading/rows.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, Schema } from '../../upstream/source.ts'
import { cookieHeader, withCookies } from './cookies.ts'
import { fitting } from './embedded-json.ts'
import { turnedAwayBy } from './turned-away.ts'

const home = 'https://www.bilibili.com/'

type Headers = Readonly<Record<string, string>>

/** Requests an API without cookies. @throws UpstreamError also for a code that means failure. */
export async function answered<T>(io: Io, address: string, shape: Schema<T>, headers: Headers = {}): Promise<T> {
  return (await replyUnlessChecked(io, address, shape, headers)) ?? unchecked()
}

/** Requests an API that usually answers without cookies; when it checks the visitor, retries with the cookies of the home page. */
export async function answeredToVisitor<T>(io: Io, address: string, shape: Schema<T>): Promise<T> {
  const bare = await replyUnlessChecked(io, address, shape)
  if (bare !== undefined) return bare
  return withCookies(io, home, async (cookie) => {
    const headers = { referer: home, ...cookieHeader(cookie) }
    return (await replyUnlessChecked(io, address, shape, headers)) ?? unchecked()
  })
}

/** Not `blocked`: the check applies to one URL; others of the host may answer. */
function unchecked(): never {
  throw new UpstreamError('mismatch', 'the site requires a visitor check')
}

const envelope = z.looseObject({ code: z.int(), message: maybeText })
const wantsCheck = -352
const turnedAway = -412
/** A visitor check that is not reported in the code. */
const voucher = z.object({ data: z.object({ v_voucher: z.string(), list: z.undefined().optional() }) })

/** Returns the reply; undefined when the site requires a visitor check. */
async function replyUnlessChecked<T>(
  io: Io,
  address: string,
  shape: Schema<T>,
  headers: Headers = {},
): Promise<T | undefined> {
  const asked = io.json(address, envelope, { headers: { ...dataHeaders, ...headers } })
  const reply = await asked.catch(turnedAwayBy(412))
  const { code, message } = reply
  if (code === wantsCheck || voucher.safeParse(reply).success) return undefined
  if (code === turnedAway) throw new UpstreamError('blocked', `answered with code ${code}`)
  if (code !== 0) throw refused(message ?? '', code)
  return fitting(reply, shape)
}
