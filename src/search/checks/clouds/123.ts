// Checks shares of 123 (upstreams/search/link-check.md): each of its hosts knows its own shares only, and is asked about them.
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
  locked,
  type Meanings,
  settled,
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

const meanings: Meanings = new Map([
  ['5104', gone('the share is gone')],
  ['5107', gone('the share is gone')],
])

/** The code for a share that is gone and for a wrong access code alike. */
const ofTwoMeanings = '5103'

/** Where shares live; nothing else is asked, whatever a share's address says. */
const ownHost =
  /^(?:(?:www\.)?123(?:pan\.com|pan\.cn|684\.com|685\.com|865\.com|912\.com|592\.com)|\d{1,20}\.share\.123pan\.cn)$/

export default {
  home: 'https://www.123pan.com/',
  limits: checkLimits,
  manners: { parallel: 2, spacingMs: 500 },
  async check(share, io) {
    const { host } = new URL(share.url)
    if (!ownHost.test(host)) return unclear('is at a host that is not known')
    const { code, message, data } = await ask(host, share, io)
    if (code === '0') return whatIsHeld(held.parse(data), share)
    if (code === '429') throw askedTooOften()
    if (code === ofTwoMeanings) return byWords(message, share)
    if (code === '400' && /格式|format/i.test(message)) return gone('there is no share of that name')
    return settled({ code, message }, meanings)
  },
} satisfies LinkCheck

function ask(host: string, { code, password, url }: CheckedShare, io: Io) {
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
  return io.json(`https://${host}/b/api/share/get?${query}`, answer, {
    headers: { ...dataHeaders, platform: 'web', 'app-version': '3', referer: url },
    answers: [400],
  })
}

function whatIsHeld({ InfoList, ShareName, HasPwd, Expired }: Held, { password }: CheckedShare): Verdict {
  if (Expired === true) return gone('the share has expired')
  if (HasPwd === true && password === '') return wantsCode
  const hasFiles = (InfoList?.length ?? 0) > 0 || ShareName !== ''
  return hasFiles ? good('the share is there') : unclear('answered without a file')
}

function byWords(message: string, { password }: CheckedShare): Verdict {
  const isGone = message.includes('不存在')
  const isLocked = /提取码|密码/.test(message)
  if (isGone && isLocked) return unclear(`answered with a code of two meanings (${ofTwoMeanings})`)
  if (!isGone && !isLocked) return settled({ code: ofTwoMeanings, message }, meanings)
  return isGone ? gone('there is no such share') : locked(password)
}
