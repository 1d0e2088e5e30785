// Calls the share page API of Quark and UC (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import type { Io } from '../../upstream/source.ts'
import type { CheckedShare, CheckVerdict } from './check.ts'
import { type Meanings, requestJson, verdictByMessage, verdicts } from './parse-reply.ts'

/** The addresses of one of the two clouds. */
export interface SharePageHosts {
  /** Host of the call that opens a share. */
  readonly token: string
  /** Host of the call that lists it. */
  readonly detail: string
  /** Required product name: with another one the API answers that the share does not exist. */
  readonly pr: string
  /** The value of the `origin` header, without a trailing slash. */
  readonly origin: string
}

const words = { code: z.int(), message: z.string().nullish() }
const opened = z.object({ ...words, data: z.object({ stoken: z.string().max(2_000).nullish() }).nullish() })
const detailReply = z.object({
  ...words,
  data: z
    .object({
      list: z.array(z.unknown()),
      is_expire: z.boolean().nullish(),
      share: z.object({ status: z.int().nullish(), partial_violation: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})
type ShareContents = NonNullable<z.output<typeof detailReply>['data']>

const meanings: Meanings = new Map([
  [41003, verdicts.unclear('may have expired; the answer is ambiguous')],
  [41027, verdicts.unclear('may have expired; the answer is ambiguous')],
  [41004, verdicts.gone('the files of the share are gone')],
  [41006, verdicts.gone('there is no such share')],
  [41010, verdicts.gone('the share breaks the rules of the cloud')],
  [41011, verdicts.gone('the share has expired')],
  [41012, verdicts.gone('the share was cancelled')],
  [41031, verdicts.gone('the sharer was banned')],
])
/** Codes about the share; others are about the request or the client. */
const ofShares = /^41\d{3}$/
const codesOfLocked = new Set([41001, 41008])

/** Statuses of errors with a JSON body. */
const answers = [400, 403, 404]

/** Opens a share and lists its content. @throws UpstreamError of any kind. */
export async function askSharePage(
  { code, password }: CheckedShare,
  { token, detail, pr, origin }: SharePageHosts,
  io: Io,
): Promise<CheckVerdict> {
  const headers = { ...dataHeaders, origin, referer: `${origin}/` }
  const at = (host: string, call: string) => `https://${host}/1/clouddrive/share/sharepage/${call}?pr=${pr}&fr=pc`
  const opening = await requestJson(io, at(token, 'token'), opened, {
    method: 'POST',
    headers,
    body: { pwd_id: code, passcode: password, support_visit_limit_private_share: true },
    answers,
  })
  if (opening.code !== 0) return rejectionVerdict(opening, password)
  const stoken = opening.data?.stoken ?? ''
  if (stoken === '') return verdicts.unclear('opened the share without the token that shows what is in it')
  const of = `pwd_id=${encodeURIComponent(code)}&stoken=${encodeURIComponent(stoken)}`
  const url = `${at(detail, 'detail')}&ver=2&${of}&pdir_fid=0&_page=1&_size=1&_fetch_share=1`
  const contents = await requestJson(io, url, detailReply, { headers, answers })
  if (contents.code !== 0) return rejectionVerdict(contents, password)
  return contents.data ? verdictOf(contents.data) : verdicts.unclear('did not say what is in the share')
}

function rejectionVerdict(said: { code: number; message?: string | null | undefined }, password: string): CheckVerdict {
  const verdict = verdictByMessage(said, meanings, ofShares)
  return verdict.state === 'locked' || codesOfLocked.has(said.code) ? verdicts.locked(password) : verdict
}

function verdictOf({ list, is_expire, share }: ShareContents): CheckVerdict {
  if (is_expire === true) return verdicts.gone('the share has expired')
  if (list.length === 0) return verdicts.gone('there is nothing in the share')
  if ((share?.status ?? 1) <= 1) return verdicts.good('the share is there')
  // The status alone is not enough: clients disagree on its meaning for shares that still list files.
  if (share?.partial_violation === true) return verdicts.gone('the share breaks the rules of the cloud')
  return verdicts.unclear('lists files with an unknown status')
}
