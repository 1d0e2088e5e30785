// Checks shares of 115 with one request for their content (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../../parsing/browser-headers.ts'
import { checkShape } from '../../../parsing/script-values.ts'
import { UpstreamError } from '../../../upstream/errors.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, CheckVerdict, LinkCheck } from '../check.ts'
import { codeText, type Meanings, messageText, verdictByCode, verdictInText, verdicts } from '../parse-reply.ts'

const held = z.object({
  list: z.array(z.unknown()).nullish(),
  count: z.number().nullish(),
  share_state: codeText,
  forbid_reason: messageText,
  shareinfo: z.object({ snap_id: codeText, share_state: codeText, forbid_reason: messageText }).nullish(),
})
type Held115 = z.output<typeof held>

const answer = z.object({
  state: z.boolean().nullish(),
  errno: codeText,
  error: messageText,
  // Error replies may have anything here.
  data: z.unknown().optional(),
})

/** The code for a malformed share code or access code; about the share only if both were well-formed. */
const badParameter = '990002'

const meanings: Meanings = new Map([
  ['4100008', verdicts.codeWrong],
  ['4100012', verdicts.codeRequired],
  ['4100010', verdicts.gone('the share was cancelled')],
  ['4100033', verdicts.gone('the share was banned')],
  [badParameter, verdicts.unclear('rejected the share code or the access code')],
  // Some clients treat these as dead without evidence, so their messages are ignored too.
  ...['4100001', '4100002', '4100003', '4100004', '4100005', '4100009', '4100013', '4100034'].map(doubtful),
])

function doubtful(code: string): [string, CheckVerdict] {
  return [code, verdicts.unclear(`may mean that the share is gone (${code})`)]
}

/** Codes for a required login or captcha. */
const loginCodes = new Set(['990001', '911'])

/** `share_state` of a live and of an expired share. */
const current = '1'
const expired = '7'

export default {
  home: 'https://115cdn.com/',
  manners: { parallel: 1, spacingMs: 1_000 },
  unasked({ password }) {
    return password === '' ? { state: 'locked', summary: 'shows nothing without an access code' } : undefined
  },
  async check(share, io) {
    const { state, errno, error, data } = await snap(share, io)
    if (loginCodes.has(errno)) throw new UpstreamError('blocked', 'requires a login or a captcha')
    if (state === true && errno === '0') return contentVerdict(checkShape(data, held), share)
    const verdict = verdictByCode({ code: errno, message: error }, meanings)
    if (!meanings.has(errno) && isAboutCode(error)) return verdicts.locked(share.password)
    return errno === badParameter && isWhole(share) ? verdicts.gone('there is no such share') : verdict
  },
} satisfies LinkCheck

function isAboutCode(words: string): boolean {
  return verdictInText(words)?.state === 'locked'
}

function isWhole({ code, password }: CheckedShare): boolean {
  return /^[a-z0-9]{11}$/.test(code) && /^[a-z0-9]{4}$/i.test(password)
}

async function snap({ code, password }: CheckedShare, io: Io) {
  const query = new URLSearchParams({ share_code: code, offset: '0', limit: '20', receive_code: password, cid: '' })
  const referer = `https://115cdn.com/s/${code}?password=${encodeURIComponent(password)}&`
  try {
    return await io.json(`https://115cdn.com/webapi/share/snap?${query}`, answer, {
      headers: { ...dataHeaders, referer, 'x-requested-with': 'XMLHttpRequest' },
    })
  } catch (cause) {
    // Its firewall rejects clients with 405.
    if (cause instanceof UpstreamError && cause.status === 405)
      throw new UpstreamError('blocked', 'answered 405', { cause, status: 405 })
    throw cause
  }
}

/** An expired share still lists its files, so the state is tested before the content. */
function contentVerdict({ list, count, shareinfo, ...top }: Held115, { password }: CheckedShare): CheckVerdict {
  const states = [top.share_state, shareinfo?.share_state ?? ''].filter((state) => state !== '')
  if (states.includes(expired)) return verdicts.gone('the share has expired')
  const reason = `${top.forbid_reason}${shareinfo?.forbid_reason ?? ''}`
  if (isAboutCode(reason)) return verdicts.locked(password)
  if (reason !== '') return forbiddenVerdict(reason, states)
  const other = states.find((state) => state !== current)
  if (other !== undefined) return verdicts.unclear(`the share is in a state that is not known (${other})`)
  const hasFiles = (list?.length ?? 0) > 0 || (count ?? 0) > 0 || (shareinfo?.snap_id ?? '') !== ''
  return hasFiles && states.length > 0
    ? verdicts.good('the share is there')
    : verdicts.unclear('answered without a file or a state')
}

/** The verdict of a forbidden share; `uncertain` if reason and state contradict each other. */
function forbiddenVerdict(reason: string, states: readonly string[]): CheckVerdict {
  if (/审核中|待审核/.test(reason)) return verdicts.unclear('the share is being reviewed')
  if (states.includes(current)) return verdicts.unclear('gave contradictory answers about the share')
  if (reason.includes('过期')) return verdicts.gone('the share has expired')
  return verdicts.gone(reason.includes('取消') ? 'the share was cancelled' : 'the share was banned')
}
