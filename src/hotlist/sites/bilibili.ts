// Requests to Bilibili's APIs and the meaning of their codes (upstreams/hot/bilibili.md, b-bilibili.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { maybeText } from '../../parsing/lenient-schemas.ts'
import { checkShape } from '../../parsing/script-values.ts'
import { cookieHeader, withCookies, withVisitorPass } from '../../parsing/visitor-pass.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, Schema } from '../../upstream/source.ts'
import { treatAsBlocked } from './json-list.ts'

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
  const reply = await asked.catch(treatAsBlocked([412]))
  const { code, message } = reply
  if (code === visitorCheckCode || voucher.safeParse(reply).success) return undefined
  if (code === blockedCode) throw new UpstreamError('blocked', `answered with code ${code}`)
  if (code !== 0) throw apiRefusal(message ?? '', code)
  return checkShape(reply, shape)
}

type Parameters = Readonly<Record<string, string>>

/** The key changes daily; one that is rejected earlier is fetched again. */
const keyCacheMs = 6 * 60 * 60_000

/** Calls `use` with the signed query; fetches a new key and retries once when it is rejected. @throws UpstreamError as `use` or the key request does. */
export function withSignedQuery<T>(io: Io, parameters: Parameters, use: (query: string) => Promise<T>): Promise<T> {
  const pass = { key: 'wbi', forMs: keyCacheMs, make: () => currentKey(io) }
  return withVisitorPass(io, pass, (key) => use(wbiQuery(parameters, key, io.now)))
}

const name = z
  .string()
  .transform((address) => /\/([\da-f]{32})\.[a-z]+$/.exec(address)?.[1])
  .pipe(z.string('must be an image URL whose file name is 32 hex digits'))
const visitor = z.object({ data: z.object({ wbi_img: z.object({ img_url: name, sub_url: name }) }) })

/** Ignores the reply's code: without a login it is -101, but the images are present. */
async function currentKey(io: Io): Promise<string> {
  const asked = io.json('https://api.bilibili.com/x/web-interface/nav', visitor, { headers: dataHeaders })
  const { wbi_img: pictures } = (await asked.catch(treatAsBlocked([412]))).data
  return wbiKey(pictures.img_url, pictures.sub_url)
}

const places = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41,
  13,
]

export function wbiKey(image: string, other: string): string {
  const signs = image + other
  return places.map((place) => signs.charAt(place)).join('')
}

/** Builds the query: parameters and the time in seconds (`wts`), sorted by name, with the signature as `w_rid`. */
export function wbiQuery(parameters: Parameters, key: string, at: Date): string {
  const dated = { ...parameters, wts: String(Math.floor(at.getTime() / 1000)) }
  const signature = hash('md5', `${sortedQuery(dated)}${key}`)
  return sortedQuery({ ...dated, w_rid: signature })
}

function sortedQuery(parameters: Parameters): string {
  const names = Object.keys(parameters).toSorted()
  const clean = (value = '') => encodeURIComponent(value.replaceAll(/[!'()*]/g, ''))
  return names.map((one) => `${encodeURIComponent(one)}=${clean(parameters[one])}`).join('&')
}
