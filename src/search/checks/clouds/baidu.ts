// Checks shares of Baidu, including their access code (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../../parsing/browser-headers.ts'
import { richTextOf } from '../../../parsing/rich-text.ts'
import { UpstreamError } from '../../../upstream/errors.ts'
import type { Init, Io } from '../../../upstream/source.ts'
import type { CheckVerdict, LinkCheck } from '../check.ts'
import { type Meanings, rateLimitError, requestJson, verdictByCode, verdictInText, verdicts } from '../parse-reply.ts'

const home = 'https://pan.baidu.com/'

/** A share's code without the leading 1, and the visitor's cookies. */
interface Visit {
  readonly surl: string
  readonly password: string
  readonly cookie: string
  readonly io: Io
}

const answer = z.object({ errno: z.int(), err_msg: z.string().nullish() })
const opening = z.object({ ...answer.shape, randsk: z.string().nullish() })
const listing = z.object({ ...answer.shape, list: z.array(z.unknown()).nullish() })

const noSuchShare = verdicts.gone('there is no such share')
const removed = verdicts.gone('the share was removed or banned')
const expired = verdicts.gone('the share has expired')

/** Verdicts by the `errno` of each call. */
const whenOpened: Meanings = new Map([
  [-9, verdicts.codeWrong],
  [105, noSuchShare],
  [-7, removed],
  [-8, expired],
])
const whenListed: Meanings = new Map([
  [-9, verdicts.codeRequired],
  [-12, verdicts.codeRequired],
  [-7, removed],
  [105, noSuchShare],
  [115, verdicts.gone('sharing it is forbidden')],
  [117, expired],
  [145, verdicts.gone('the share is gone')],
])
/** Ambiguous answers: the share is locked, gone, or its code is malformed. */
const ambiguousCodes = new Set([-9, -21, -3, 140])
/** Rate limit and captcha. */
const rateLimitCodes = new Set([-62, 9019])

export default {
  home,
  // The home page and share pages redirect.
  limits: { redirects: 2 },
  manners: { parallel: 1, spacingMs: 2_000 },
  unasked({ code }) {
    return /^1[\w-]{7,22}$/.test(code) ? undefined : verdicts.unclear('the address is of the old form')
  },
  async check({ code, password }, io) {
    const visit = { surl: code.slice(1), password, cookie: await visitorCookie(io), io }
    return password === '' ? lookUp(visit) : open(visit)
  },
} satisfies LinkCheck

const visitor = z.string().regex(/(?:^|; )BAIDUID=/)

/** Requests without the cookie of the home page are redirected to a verification page. */
function visitorCookie(io: Io): Promise<string> {
  return io.remembered({
    key: 'visitor',
    forMs: 2 * 60 * 60_000,
    shape: visitor,
    make: async () => {
      const cookies = await io.cookies(home, { headers: pageHeaders })
      if (visitor.safeParse(cookies).success) return cookies
      throw new UpstreamError('mismatch', 'the home page gave no visitor cookie')
    },
  })
}

async function lookUp(visit: Visit): Promise<CheckVerdict> {
  const query = `app_id=250528&web=1&channel=chunlei&clienttype=0&shorturl=1${visit.surl}`
  const said = await ask(visit, `api/shorturlinfo?${query}`, answer)
  if (said.errno === 0) return list(visit)
  return ambiguousCodes.has(said.errno) ? readSharePage(visit) : refusalOf(said, new Map())
}

/** Reads the share page: only it distinguishes a locked share from one that is gone. */
async function readSharePage({ surl, cookie, io }: Visit): Promise<CheckVerdict> {
  const page = await io.html(`${home}s/1${surl}`, { headers: { ...pageHeaders, cookie }, answers: [404] })
  const { text } = richTextOf(page.root()[0]?.children ?? [])
  const title = page('title').first().text()
  return (
    verdictInText(`${title}\n${text}`) ?? verdicts.unclear('needs an access code or is gone; the answer is ambiguous')
  )
}

/** Submits the access code and lists the share with the resulting cookie. */
async function open(visit: Visit): Promise<CheckVerdict> {
  const { surl, password, cookie } = visit
  const said = await ask(visit, `share/verify?surl=${surl}`, opening, {
    method: 'POST',
    body: `pwd=${encodeURIComponent(password)}&vcode=&vcode_str=`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  // -12 means that the code was ignored because of its length; for a code of four characters it means a missing captcha.
  if (said.errno === -12 && password.length !== 4) return verdicts.unclear('did not check the access code')
  if (said.errno === -12) throw rateLimitError()
  if (said.errno !== 0) return refusalOf(said, whenOpened)
  const { randsk } = said
  if (!randsk || !/^[\w%.~!*'()+/=-]{1,500}$/.test(randsk))
    return verdicts.unclear('did not say what the access code opens')
  return list({ ...visit, cookie: `${cookie}; BDCLND=${randsk}` })
}

async function list(visit: Visit): Promise<CheckVerdict> {
  const order = 'web=1&page=1&num=20&order=time&desc=1&showempty=0'
  const path = `share/list?${order}&shorturl=${visit.surl}&root=1&clienttype=0`
  const said = await ask(visit, path, listing)
  if (said.errno !== 0) return refusalOf(said, whenListed)
  if (!said.list) return verdicts.unclear('did not say what is in the share')
  return said.list.length > 0 ? verdicts.good('the share is there') : verdicts.gone('there is nothing in the share')
}

function ask<T>({ surl, cookie, io }: Visit, path: string, shape: z.ZodType<T>, init: Init = {}): Promise<T> {
  const headers = { ...dataHeaders, ...init.headers, cookie, referer: `${home}s/1${surl}` }
  return requestJson(io, `${home}${path}`, shape, { ...init, headers })
}

function refusalOf({ errno, err_msg }: z.output<typeof answer>, meanings: Meanings): CheckVerdict {
  if (rateLimitCodes.has(errno)) throw rateLimitError()
  return verdictByCode({ code: errno, message: err_msg }, meanings)
}
