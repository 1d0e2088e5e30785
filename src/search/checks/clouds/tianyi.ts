// Checks shares of Tianyi, including their access code (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../../parsing/browser-headers.ts'
import { UpstreamError } from '../../../upstream/errors.ts'
import { parseJsonReply } from '../../../upstream/reply-elements.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, CheckVerdict, LinkCheck } from '../check.ts'
import { codeText, type Meanings, messageText, verdictByCode, verdicts } from '../parse-reply.ts'

const flag = z.union([z.boolean(), codeText]).transform((value) => value === true || value === '1' || value === 'true')

const answer = z.object({
  res_code: codeText,
  res_message: messageText,
  shareId: codeText,
  fileName: messageText,
  needAccessCode: flag.default(false),
})
type TianyiAnswer = z.output<typeof answer>

const meanings: Meanings = new Map([
  ['ShareInfoNotFound', verdicts.gone('there is no such share')],
  ['ShareNotFound', verdicts.gone('there is no such share')],
  ['FileNotFound', verdicts.gone('the shared files are gone')],
  ['FolderNotFound', verdicts.gone('the shared files are gone')],
  ['ShareExpiredError', verdicts.gone('the share has expired')],
  ['ShareAuditNotPass', verdicts.gone('the share was banned')],
  ['ShareAuditNo', verdicts.gone('the share was banned')],
  ['ShareAuditWaiting', verdicts.unclear('the share is being reviewed')],
])

const accessCodeWords = /access\s?code|访问码|提取码|密码/i

export default {
  home: 'https://cloud.189.cn/',
  manners: { parallel: 2, spacingMs: 500 },
  async check(share, io) {
    const { code: shareCode, password: accessCode } = share
    const info = await ask('getShareInfoByCodeV2', { shareCode }, share, io)
    const seen = firstVerdict(info)
    if (seen.state !== 'locked' || accessCode === '') return seen
    return codeVerdict(await ask('checkAccessCode', { shareCode, accessCode }, share, io))
  },
} satisfies LinkCheck

async function ask(action: string, params: Readonly<Record<string, string>>, { url }: CheckedShare, io: Io) {
  // The web page sends a random number as cache buster; the time works as well.
  const query = new URLSearchParams({ noCache: `0.${io.now.getTime()}`, ...params })
  const text = await io.text(`https://cloud.189.cn/api/open/share/${action}.action?${query}`, {
    headers: { ...dataHeaders, accept: 'application/json;charset=UTF-8', 'sign-type': '1', referer: url },
    answers: [400, 404],
  })
  return read(text.trim())
}

/** Parses a reply: JSON is requested, but some replies are XML. */
function read(text: string): TianyiAnswer {
  return text.startsWith('<') ? answer.parse(fieldsOf(text)) : parseJsonReply(text, answer)
}

/** The fields of an XML reply, which must be complete: a truncated one may lack the error. */
function fieldsOf(xml: string): Record<string, unknown> {
  const root = /^(?:<\?xml[^>]*>\s*)?<(shareVO|error)>/.exec(xml)?.[1]
  if (root === undefined || !xml.endsWith(`</${root}>`))
    throw new UpstreamError('mismatch', 'neither the JSON nor the XML of an answer')
  const field = (name: string) => {
    const [text, end] = xml.split(`<${name}>`, 2)[1]?.split('<', 2) ?? []
    return end?.startsWith(`/${name}>`) ? text : undefined
  }
  if (root === 'error') return { res_code: field('code'), res_message: field('message') }
  const names = ['shareId', 'fileName', 'needAccessCode']
  return { res_code: '0', ...Object.fromEntries(names.map((name) => [name, field(name)])) }
}

function isNamed({ shareId, fileName }: TianyiAnswer): boolean {
  return /^[1-9]\d*$/.test(shareId) || fileName !== ''
}

/** The verdict of the first call, without access code. */
function firstVerdict(info: TianyiAnswer): CheckVerdict {
  if (info.res_code !== '0') return refusalOf(info, verdicts.codeRequired)
  if (info.needAccessCode) return verdicts.codeRequired
  return isNamed(info) ? verdicts.good('the share is there') : verdicts.unclear('answered without a share')
}

/** The verdict on the access code. The first call has shown that the share exists, so this one cannot mean that it is gone. */
function codeVerdict(checked: TianyiAnswer): CheckVerdict {
  const silent = verdicts.unclear('did not say whether the access code is right')
  if (checked.res_code === '0')
    return isNamed(checked) ? verdicts.good('the share is there, and the access code fits') : silent
  const verdict = refusalOf(checked, verdicts.codeWrong)
  return verdict.state === 'locked' ? verdict : silent
}

function refusalOf({ res_code: code, res_message: message }: TianyiAnswer, locked: CheckVerdict): CheckVerdict {
  const verdict = verdictByCode({ code, message }, meanings)
  if (meanings.has(code)) return verdict
  return accessCodeWords.test(`${code} ${message}`) ? locked : verdict
}
