// Checks shares of 123 (upstreams/search/link-check.md, evidence.md): asks the host of the share, and others where that one does not answer.
import { z } from 'zod'
import { dataHeaders } from '../../../reading/browser.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, LinkCheck, Verdict } from '../check.ts'
import {
  askedTooOften,
  checkLimits,
  codeText,
  gone,
  good,
  jsonAnswer,
  locked,
  type Meanings,
  partOf,
  type Said,
  settled,
  settledByWords,
  unclear,
  wantsCode,
  wordsText,
} from '../reading.ts'

const held = z.object({
  InfoList: z.array(z.unknown()).nullish(),
  ShareName: wordsText,
  HasPwd: z.boolean().nullish(),
  Expired: z.boolean().nullish(),
})
type Held = z.output<typeof held>

const answer = z.object({
  code: codeText,
  message: wordsText,
  // Where it refuses, anything may stand here.
  data: z.unknown().optional(),
})
type Answer = z.output<typeof answer>

const meanings: Meanings = new Map([
  ['5104', gone('the share is gone')],
  ['5107', gone('the share is gone')],
])

/** The code for a share that is gone and for a wrong access code alike. */
const ofTwoMeanings = /^5103$/

/** A word on the name of the share, and none on its access code. */
const malformedName = /(?:share_?key|分享(?:码|链接|地址)).{0,8}(?:格式|format|invalid)/i
const accessCode = /提取码|密码|pwd/i

/** The host of most shares. */
const mainHost = /^(?:www\.)?123pan\.com$/

/** Where shares live; nothing else is asked, whatever a share's address says. */
const shareHost =
  /^(?:(?:www\.)?123(?:pan\.com|pan\.cn|684\.com|685\.com|865\.com|912\.com|592\.com|951\.com|957\.com)|\d{1,20}\.m?share\.123pan\.(?:com|cn))$/

/** Hosts that answered in 2026, when `www.123pan.com` often gave a page in place of JSON. */
const fallbackHosts = ['123pan.com', 'www.123pan.cn', 'api.123pan.cn', 'www.123684.com']

export default {
  home: 'https://www.123pan.com/',
  // A host that does not answer leaves time for the others.
  limits: { ...checkLimits, attemptMs: 3_000 },
  manners: { parallel: 2, spacingMs: 500 },
  unasked({ url }) {
    return shareHost.test(new URL(url).host) ? undefined : unclear('is at a host that is not known')
  },
  // The key of a share does not name its host. Somebody may have put the code of a living share behind one of the other hosts, which does
  // not know it; that must not bury the share for all.
  isGoneEverywhere: ({ url }) => mainHost.test(new URL(url).host),
  async check(share, io) {
    const { host } = new URL(share.url)
    const ownHosts = [host, ...otherNames(host)]
    const hosts = [...new Set([...ownHosts, ...fallbackHosts])]
    const ways = hosts.map((asked) => async (one: Io) => ({ asked, said: await ask(asked, share, one) }))
    const { asked, said } = await io.firstOf(ways)
    const verdict = verdictOf(said, share)
    // Whether a host knows the shares of the others is disputed.
    const isDisputed = verdict.state === 'bad' && !ownHosts.includes(asked)
    return isDisputed ? unclear('only another host of the cloud answered, which does not know the share') : verdict
  },
} satisfies LinkCheck

/** The same site with `www.`, or without; the host of a person has one name. */
function otherNames(host: string): string[] {
  if (/^\d+\.m?share\./.test(host)) return []
  return [host.startsWith('www.') ? host.slice(4) : `www.${host}`]
}

function ask(host: string, { code, password, url }: CheckedShare, io: Io): Promise<Answer> {
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
  return jsonAnswer(io, `https://${host}/b/api/share/get?${query}`, answer, {
    headers: { ...dataHeaders, platform: 'web', 'app-version': '3', referer: url },
    answers: [400, 404],
  })
}

function verdictOf({ code, message, data }: Answer, share: CheckedShare): Verdict {
  if (code === '0') return whatIsHeld(partOf(data, held), share)
  if (code === '429') throw askedTooOften()
  if (ofTwoMeanings.test(code)) return byWords({ code, message }, share)
  if (code === '400' && malformedName.test(message) && !accessCode.test(message))
    return gone('there is no share of that name')
  return settled({ code, message }, meanings)
}

function whatIsHeld({ InfoList, ShareName, HasPwd, Expired }: Held, { password }: CheckedShare): Verdict {
  if (Expired === true) return gone('the share has expired')
  if (HasPwd === true && password === '') return wantsCode
  const hasFiles = (InfoList?.length ?? 0) > 0 || ShareName !== ''
  return hasFiles ? good('the share is there') : unclear('answered without a file')
}

function byWords(said: Said, { password }: CheckedShare): Verdict {
  const verdict = settledByWords(said, meanings, ofTwoMeanings)
  if (verdict.state === 'uncertain') return unclear(`answered with a code of two meanings (${said.code})`)
  return verdict.state === 'locked' ? locked(password) : verdict
}
