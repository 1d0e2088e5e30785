// Checks shares of Aliyun, including their access code (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../../parsing/browser-headers.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, CheckVerdict, LinkCheck } from '../check.ts'
import { type Meanings, rateLimitError, requestJson, verdictByCode, verdicts } from '../parse-reply.ts'

const home = 'https://www.alipan.com/'
const api = 'https://api.aliyundrive.com/'

const text = z.string().nullish()
const answer = z.object({
  code: text,
  message: text,
  share_name: text,
  share_title: text,
  file_count: z.number().nullish(),
  has_pwd: z.boolean().nullish(),
  share_token: text,
})
type AliyunAnswer = z.output<typeof answer>

const meanings: Meanings = new Map([
  ['NotFound.ShareLink', verdicts.gone('there is no such share')],
  ['ShareLink.Cancelled', verdicts.gone('the share was cancelled')],
  ['ShareLink.Expired', verdicts.gone('the share has expired')],
  ['ShareLink.Forbidden', verdicts.gone('the share was banned')],
  ['InvalidResource.SharePwd', verdicts.codeWrong],
])
const throttles = /ParamFlow|Exceed|Frequency|Limit|Captcha/i

export default {
  home,
  manners: { parallel: 2, spacingMs: 400 },
  unasked({ code }) {
    // Short addresses have other codes; the API would answer that the share does not exist.
    return code.startsWith('t/') ? verdicts.unclear('the short address does not tell which share it is') : undefined
  },
  async check(share, io) {
    const path = `adrive/v3/share_link/get_share_by_anonymous?share_id=${encodeURIComponent(share.code)}`
    const found = await ask(io, path, { share_id: share.code })
    if (found.code) return refusalOf(found)
    const verdict = verdictOf(found)
    return verdict === verdicts.codeRequired && share.password !== '' ? tryCode(share, io) : verdict
  },
} satisfies LinkCheck

function verdictOf({ share_name, share_title, file_count, has_pwd }: AliyunAnswer): CheckVerdict {
  const isShown = Boolean(share_name || share_title) || (file_count ?? 0) > 0
  if (!isShown) {
    const isEmpty = file_count === 0 && has_pwd !== true
    return isEmpty
      ? verdicts.gone('there is nothing in the share')
      : verdicts.unclear('the answer does not name the share')
  }
  // For shares with an access code the file count is not given.
  if (has_pwd === true) return verdicts.codeRequired
  return file_count === 0 ? verdicts.unclear('names the share but no files in it') : verdicts.good('the share is there')
}

/** Tries the access code by opening the share; looking it up does not test the code. */
async function tryCode({ code, password }: CheckedShare, io: Io): Promise<CheckVerdict> {
  const opened = await ask(io, 'v2/share_link/get_share_token', { share_id: code, share_pwd: password })
  if (opened.code) return refusalOf(opened)
  return opened.share_token
    ? verdicts.good('the access code opens the share')
    : verdicts.unclear('did not say whether the code is right')
}

function ask(io: Io, path: string, body: Readonly<Record<string, string>>): Promise<AliyunAnswer> {
  return requestJson(io, `${api}${path}`, answer, {
    method: 'POST',
    headers: {
      ...dataHeaders,
      origin: home.slice(0, -1),
      referer: home,
      'x-canary': 'client=web,app=share,version=v2.3.1',
    },
    body,
    answers: [400, 403, 404],
  })
}

function refusalOf({ code, message }: AliyunAnswer): CheckVerdict {
  if (throttles.test(code ?? '')) throw rateLimitError()
  return verdictByCode({ code: code ?? '', message }, meanings)
}
