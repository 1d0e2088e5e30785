// Checks shares of 123 at the share's host, then at fallback hosts (upstreams/search/link-check.md, evidence.md).
import { z } from 'zod'
import { dataHeaders } from '../../../parsing/browser-headers.ts'
import { checkShape } from '../../../parsing/script-values.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, CheckVerdict, LinkCheck } from '../check.ts'
import { isHostOf123 } from '../hosts-of-123.ts'
import {
  codeText,
  type ErrorReply,
  type Meanings,
  messageText,
  rateLimitError,
  requestJson,
  verdictByCode,
  verdictByMessage,
  verdicts,
} from '../parse-reply.ts'

const held = z.object({
  InfoList: z.array(z.unknown()).nullish(),
  ShareName: messageText,
  HasPwd: z.boolean().nullish(),
  Expired: z.boolean().nullish(),
})
type Held123 = z.output<typeof held>

const answer = z.object({
  code: codeText,
  message: messageText,
  // Error replies may have anything here.
  data: z.unknown().optional(),
})
type Answer123 = z.output<typeof answer>

const meanings: Meanings = new Map([
  ['5104', verdicts.gone('the share is gone')],
  ['5107', verdicts.gone('the share is gone')],
])

/** Codes for both a missing share and a wrong access code. */
const ambiguousCode = /^(?:5103|20101)$/

/** Messages about a malformed share code, not about the access code. */
const malformedName = /(?:share_?key|分享(?:码|链接|地址)).{0,8}(?:格式|format|invalid)/i
const accessCode = /提取码|密码|pwd/i

/** The host of most shares. */
const mainHost = /^(?:www\.|yun\.)?123pan\.com$/

/** Hosts that worked in 2026, when `www.123pan.com` often returned a page instead of JSON; its own pages ask the first. */
const fallbackHosts = ['yun.123pan.com', '123pan.com', 'www.123pan.cn', 'api.123pan.cn', 'www.123684.com']

export default {
  home: 'https://www.123pan.com/',
  // Short, so that an unresponsive host leaves time for the others.
  limits: { attemptMs: 3_000 },
  manners: { parallel: 2, spacingMs: 500 },
  unasked({ url }) {
    return isHostOf123(new URL(url).host) ? undefined : verdicts.unclear('is at an unknown host')
  },
  // The key of a share does not contain its host. The code of a live share under the wrong host is unknown there; that must not mark the
  // share as dead everywhere.
  isGoneEverywhere: ({ url }) => mainHost.test(new URL(url).host),
  async check(share, io) {
    const { host } = new URL(share.url)
    const ownHosts = [host, ...otherNames(host)]
    const ways = [...new Set([...ownHosts, ...fallbackHosts])].map((asked) => async (one: Io) => ({ asked, said: await ask(asked, share, one) }))
    const { asked, said } = await io.firstOf(ways)
    const verdict = verdictOf(said, share)
    // It is unclear whether hosts know each other's shares.
    const isDisputed = verdict.state === 'bad' && !ownHosts.includes(asked)
    return isDisputed
      ? verdicts.unclear('only another host of the cloud answered, which does not know the share')
      : verdict
  },
} satisfies LinkCheck

/** The host with or without `www.`; a user's own host has one name. */
function otherNames(host: string): string[] {
  if (/^\d+\.m?share\.|^yun\./.test(host)) return []
  if (mainHost.test(host)) return ['yun.123pan.com', host.startsWith('www.') ? '123pan.com' : 'www.123pan.com']
  return [host.startsWith('www.') ? host.slice(4) : `www.${host}`]
}

function ask(host: string, { code, password, url }: CheckedShare, io: Io): Promise<Answer123> {
  const query = new URLSearchParams({
    limit: '1',
    next: '0',
    orderBy: 'file_name',
    orderDirection: 'asc',
    shareKey: code,
    SharePwd: password,
    ParentFileId: '0',
    Page: '1',
  })
  return requestJson(io, `https://${host}/b/api/share/get?${query}`, answer, {
    headers: { ...dataHeaders, platform: 'web', 'app-version': '3', referer: url },
    answers: [400, 404],
  })
}

function verdictOf({ code, message, data }: Answer123, share: CheckedShare): CheckVerdict {
  if (code === '0') return whatIsHeld(checkShape(data, held), share)
  if (code === '429') throw rateLimitError()
  if (ambiguousCode.test(code)) return byWords({ code, message }, share)
  if (code === '400' && malformedName.test(message) && !accessCode.test(message))
    return verdicts.gone('there is no such share')
  return verdictByCode({ code, message }, meanings)
}

function whatIsHeld({ InfoList, ShareName, HasPwd, Expired }: Held123, { password }: CheckedShare): CheckVerdict {
  if (Expired === true) return verdicts.gone('the share has expired')
  if (HasPwd === true && password === '') return verdicts.codeRequired
  const hasFiles = (InfoList?.length ?? 0) > 0 || ShareName !== ''
  return hasFiles ? verdicts.good('the share is there') : verdicts.unclear('answered without a file')
}

function byWords(said: ErrorReply, { password }: CheckedShare): CheckVerdict {
  const verdict = verdictByMessage(said, meanings, ambiguousCode)
  if (verdict.state === 'uncertain') return verdicts.unclear(`answered with a code of two meanings (${said.code})`)
  return verdict.state === 'locked' ? verdicts.locked(password) : verdict
}
