// Parsing shared by the checks of all clouds: verdicts by code or message, rate limit messages, JSON replies.
import { z } from 'zod'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { Init, Io, Schema } from '../../upstream/source.ts'
import type { CheckVerdict } from './check.ts'

const codeRequired: CheckVerdict = { state: 'locked', summary: 'needs an access code' }
const codeWrong: CheckVerdict = { state: 'locked', summary: 'the access code is wrong' }

export const verdicts = {
  codeRequired,
  codeWrong,
  good: (summary: string): CheckVerdict => ({ state: 'ok', summary }),
  gone: (summary: string): CheckVerdict => ({ state: 'bad', summary }),
  unclear: (summary: string): CheckVerdict => ({ state: 'uncertain', summary }),
  /** For a cloud that asks for an access code or rejects the given one. */
  locked: (password: string) => (password === '' ? codeRequired : codeWrong),
}

/** An error reply: its code and, if any, its message. */
export interface ErrorReply {
  readonly code: string | number
  readonly message?: string | null | undefined
}

export type Meanings = ReadonlyMap<string | number, CheckVerdict>

/**
 * The verdict for an error reply by its code; `uncertain` for unknown codes.
 * @throws UpstreamError `blocked` if the message is about a rate limit, a captcha or a ban of this client.
 */
export function verdictByCode({ code, message }: ErrorReply, meanings: Meanings): CheckVerdict {
  const words = message ?? ''
  if (rateLimitWords.test(words)) throw rateLimitError()
  const known = meanings.get(code)
  if (known) return known
  // The same words may be about a share.
  if (denialWords.test(words) && !/分享|链接|外链|文件/.test(words)) throw rateLimitError()
  const shown = String(code).replaceAll(/[^\w.-]/g, '')
  return verdicts.unclear(`answered with an unknown code (${shown.slice(0, 30) || 'none'})`)
}

/** Like `verdictByCode`; for uncertain codes that match `ofShares`, which are about shares, the message decides. */
export function verdictByMessage(said: ErrorReply, meanings: Meanings, ofShares: RegExp): CheckVerdict {
  const verdict = verdictByCode(said, meanings)
  if (verdict.state !== 'uncertain' || !ofShares.test(String(said.code))) return verdict
  return verdictInText(said.message ?? '') ?? verdict
}

/** Parses a code (number, text or missing) to a text, `''` if missing. */
export const codeText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((code) => String(code ?? ''))

/** Parses a message, `''` if missing. */
export const messageText = z
  .string()
  .nullish()
  .transform((words) => words ?? '')

/** The error for a rate limit or captcha; it opens the breaker of the cloud. */
export function rateLimitError(): UpstreamError {
  return new UpstreamError('blocked', 'answered with a rate limit or a captcha')
}

/** Rate limit and captcha messages. 验证码 alone is not listed: some clouds use it for the access code. */
const rateLimitWords =
  /频繁|频率|过快|太快|太多次|次数过多|限流|风控|人机|滑块|安全验证|图形验证|captcha|too[ _]?many|rate[ _]?limit/i

/** Messages that deny access to this client's address or account. */
const denialWords = /(?:限制|禁止|拒绝|阻断)访问|访问(?:已?被|受到?)?(?:限|拒绝|阻断|拦截)|违规.{0,4}限制/

/** Sentences with these words are not about the share: temporary errors, general warnings. */
const unrelatedWords =
  /繁忙|稍后|稍候|重试|维护|异常|登录|登陆|会员|token|参数|请勿|禁止|严禁|不得|举报|是否|如果|有效期/i
/** Sentences with these words are not about a missing share, or about one that is not gone yet. */
const notAboutShareWords = /请求|接口|您的|你的|用户|\bip\b|系统|服务|将|若/i

const codeWords = /提取码|访问码|访问密码|分享密码|请输入.{0,6}密码|密码(?:错误|不正确|有误)/
/** `分享不存在或提取码错误` is ambiguous. */
const orGone = /不存在|已失效|已过期/

/** Words for a share. `链接` and `文件` also mean other things, and count only at the start or after a demonstrative. */
const lead = '(?:^|[^\\u4e00-\\u9fff]|[该此本的个]|页面)'
const share = `(?:分享的?(?:链接|文件|内容|地址)?|${lead}(?:外链|链接(?:分享)?的?(?:文件|内容|地址)?))`
const file = `${lead}文件`
/** Words allowed between the subject and the verb. */
const between =
  '(?:已经?|早已|被|分享者|好友|对方|作者|可能|均|都|因为?|由于|或者?|[、/]|不存在|失效|过期|到期|取消|删除|屏蔽|封禁|了){0,10}?'
const end = '了?(?![\\u4e00-\\u9fff])'
/** Matches a share as the subject of a clause that ends with the verb: `过期时间` does not mean expired. */
const goneWords = new RegExp(
  [
    `${share}${between}(?:不存在|失效|过期|到期|取消|删除|屏蔽|封禁)${end}`,
    // Any file may be missing (不存在); only a removed one says that the share is gone.
    `${file}(?:已|被)${between}(?:失效|过期|到期|取消|删除|屏蔽|封禁)${end}`,
    `(?:已经?|被)取消了?[该此]?(?:分享|外链)(?:的?文件)?${end}`,
    `(?:${share}|${file})${between}(?:涉及|涉嫌|含有?|包含|存在|因为?|由于).{0,12}?(?:违规|侵权|违法|违反)(?!风险)`,
    `${share}${between}违规${end}`,
  ].join('|'),
)

/** The verdict in a message or the visible text of a page; undefined if there is none, or if it says both gone and locked. */
export function verdictInText(text: string): CheckVerdict | undefined {
  const sentences = text.split(/[。！？；!?;\n]/).filter((sentence) => !unrelatedWords.test(sentence))
  const isLocked = sentences.some((sentence) => codeWords.test(sentence) && !orGone.test(sentence))
  const isGone = sentences.some((sentence) => goneWords.test(sentence) && !notAboutShareWords.test(sentence))
  if (isLocked === isGone) return undefined
  return isGone ? verdicts.gone('the message says that the share is gone') : codeRequired
}

/** Requests JSON; error statuses in `init.answers` are parsed as well. @throws UpstreamError like `parseAnswer`. */
export async function requestJson<T>(io: Io, url: string, shape: Schema<T>, init: Init): Promise<T> {
  return parseAnswer(await io.text(url, init), shape)
}

/**
 * Parses the text of a reply; `decoded` converts it to JSON.
 * @throws UpstreamError `unavailable` for an HTML page, which may be a gateway's; `mismatch` for any other shape.
 */
export function parseAnswer<T>(text: string, shape: Schema<T>, decoded = (json: string) => json): T {
  if (/^\s*</.test(text)) throw new UpstreamError('unavailable', 'a page came instead of an answer')
  try {
    return shape.parse(parseReplyJson(decoded(text)))
  } catch (cause) {
    if (cause instanceof UpstreamError) throw cause
    throw new UpstreamError('mismatch', 'not the JSON this check expects', { cause })
  }
}
