// Asks the interface that the share pages of quark and uc have in common (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import type { Io } from '../../upstream/source.ts'
import type { CheckedShare, Verdict } from './check.ts'
import { gone, good, jsonAnswer, locked, type Meanings, settledByWords, unclear } from './reading.ts'

/** Where one of the two clouds is asked. */
export interface SharePage {
  /** The hosts that open a share and that tell what is in it. */
  readonly token: string
  readonly detail: string
  /** What asks must call themselves: another name is answered that the share does not exist. */
  readonly pr: string
  /** Where a browser that asks has come from, without a slash at the end. */
  readonly origin: string
}

const words = { code: z.int(), message: z.string().nullish() }
const opened = z.object({ ...words, data: z.object({ stoken: z.string().max(2_000).nullish() }).nullish() })
const told = z.object({
  ...words,
  data: z
    .object({
      list: z.array(z.unknown()),
      is_expire: z.boolean().nullish(),
      share: z.object({ status: z.int().nullish(), partial_violation: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})
type Contents = NonNullable<z.output<typeof told>['data']>

const meanings: Meanings = new Map([
  [41003, unclear('may have expired, which this answer does not say for sure')],
  [41027, unclear('may have expired, which this answer does not say for sure')],
  [41004, gone('the files of the share are gone')],
  [41006, gone('there is no such share')],
  [41010, gone('the share breaks the rules of the cloud')],
  [41011, gone('the share has expired')],
  [41012, gone('the share was cancelled')],
  [41031, gone('the sharer was banned')],
])
/** Its codes of shares; others are of the question, or of who asks. */
const ofShares = /^41\d{3}$/
const codesOfLocked = new Set([41001, 41008])

/** It refuses with these statuses and tells why in JSON. */
const answers = [400, 403, 404]

/** Opens a share and looks what is in it. @throws UpstreamError of any kind. */
export async function askSharePage(
  { code, password }: CheckedShare,
  { token, detail, pr, origin }: SharePage,
  io: Io,
): Promise<Verdict> {
  const headers = { ...dataHeaders, origin, referer: `${origin}/` }
  const at = (host: string, call: string) => `https://${host}/1/clouddrive/share/sharepage/${call}?pr=${pr}&fr=pc`
  const opening = await jsonAnswer(io, at(token, 'token'), opened, {
    method: 'POST',
    headers,
    body: { pwd_id: code, passcode: password, support_visit_limit_private_share: true },
    answers,
  })
  if (opening.code !== 0) return refusalOf(opening, password)
  const stoken = opening.data?.stoken ?? ''
  if (stoken === '') return unclear('opened the share without the token that shows what is in it')
  const of = `pwd_id=${encodeURIComponent(code)}&stoken=${encodeURIComponent(stoken)}`
  const url = `${at(detail, 'detail')}&ver=2&${of}&pdir_fid=0&_page=1&_size=1&_fetch_share=1`
  const contents = await jsonAnswer(io, url, told, { headers, answers })
  if (contents.code !== 0) return refusalOf(contents, password)
  return contents.data ? verdictOf(contents.data) : unclear('did not say what is in the share')
}

function refusalOf(said: { code: number; message?: string | null | undefined }, password: string): Verdict {
  const verdict = settledByWords(said, meanings, ofShares)
  return verdict.state === 'locked' || codesOfLocked.has(said.code) ? locked(password) : verdict
}

function verdictOf({ list, is_expire, share }: Contents): Verdict {
  if (is_expire === true) return gone('the share has expired')
  if (list.length === 0) return gone('there is nothing in the share')
  if ((share?.status ?? 1) <= 1) return good('the share is there')
  // A status of its own is too little: clients disagree on what it means while there are files to be seen.
  if (share?.partial_violation === true) return gone('the share breaks the rules of the cloud')
  return unclear('lists files under a status that is not known')
}
