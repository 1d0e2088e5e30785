// What the checks of all clouds share: verdicts, codes and words of answers, and what says that a cloud minds being asked.
import { z } from 'zod'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Init, Io, Limits, Schema } from '../../upstream/source.ts'
import type { Verdict } from './check.ts'

/** The limits of a check; a cloud that needs others names them besides. */
export const checkLimits: Partial<Limits> = {
  attemptMs: 8_000,
  askMs: 12_000,
  attempts: 2,
  bodyBytes: 1024 * 1024,
  redirects: 0,
}

export const wantsCode: Verdict = { state: 'locked', summary: 'wants an access code' }
export const wrongCode: Verdict = { state: 'locked', summary: 'the access code is wrong' }

/** What a cloud means that asks for an access code, or does not take the one it was given. */
export function locked(password: string): Verdict {
  return password === '' ? wantsCode : wrongCode
}

export function good(summary: string): Verdict {
  return { state: 'ok', summary }
}

export function gone(summary: string): Verdict {
  return { state: 'bad', summary }
}

export function unclear(summary: string): Verdict {
  return { state: 'uncertain', summary }
}

/** An error answer: its code, and the words beside it where there are any. */
export interface Said {
  readonly code: string | number
  readonly message?: string | null | undefined
}

/** What the codes of a cloud mean. */
export type Meanings = ReadonlyMap<string | number, Verdict>

/**
 * What an error answer says of a share by its code, else `uncertain`.
 * @throws UpstreamError `blocked` when its words say that the cloud is asked too often, wants to see a person, or lets us in no more.
 */
export function settled({ code, message }: Said, meanings: Meanings): Verdict {
  const words = message ?? ''
  if (minds.test(words)) throw askedTooOften()
  const known = meanings.get(code)
  if (known) return known
  // Of a share the same words may be said.
  if (restricts.test(words) && !/分享|链接|外链|文件/.test(words)) throw askedTooOften()
  const shown = String(code).replaceAll(/[^\w.-]/g, '')
  return unclear(`answered with a code that is not known (${shown.slice(0, 30) || 'none'})`)
}

/**
 * The same, where the words decide under codes that are not known, or not for sure: only under those that match `ofShares`. Under all
 * others (404, one for a fault of the interface) the same words are said of what was asked for, which need not be the share.
 */
export function settledByWords(said: Said, meanings: Meanings, ofShares: RegExp): Verdict {
  const verdict = settled(said, meanings)
  if (verdict.state !== 'uncertain' || !ofShares.test(String(said.code))) return verdict
  return verdictOfWords(said.message ?? '') ?? verdict
}

/** A code of an answer, which may be a number or a text: as a text, `''` for none. */
export const codeText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((code) => String(code ?? ''))

/** Words of an answer, `''` for none. */
export const wordsText = z
  .string()
  .nullish()
  .transform((words) => words ?? '')

/** What a check throws when an answer says that its cloud is asked too often, or wants to see a person: the cloud is let alone then. */
export function askedTooOften(): UpstreamError {
  return new UpstreamError('blocked', 'answered that it is asked too often, or wants to see a person')
}

/** Words by which a cloud minds being asked. 验证码 alone is what some call an access code. */
const minds =
  /频繁|频率|过快|太快|太多次|次数过多|限流|风控|人机|滑块|安全验证|图形验证|captcha|too[ _]?many|rate[ _]?limit/i

/** Words by which a cloud shuts us out: our address, our account. */
const restricts = /(?:限制|禁止|拒绝|阻断)访问|访问(?:已?被|受到?)?(?:限|拒绝|阻断|拦截)|违规.{0,4}限制/

/** Sentences with these are of something else: what went wrong on the way, or a warning to everybody. */
const beside = /繁忙|稍后|稍候|重试|维护|异常|登录|登陆|会员|token|参数|请勿|禁止|严禁|不得|举报|是否|如果|有效期/i
/** In sentences with these it is not the share that is gone, or it is not gone yet. */
const ofOthers = /请求|接口|您的|你的|用户|\bip\b|系统|服务|将|若/i

const codeWords = /提取码|访问码|访问密码|分享密码|请输入.{0,6}密码|密码(?:错误|不正确|有误)/
/** `分享不存在或提取码错误` does not say which. */
const orGone = /不存在|已失效|已过期/

/** What a cloud calls a share. `链接` and `文件` are words for other things too, and count where nothing but a pointing word stands before. */
const lead = '(?:^|[^\\u4e00-\\u9fff]|[该此本的个]|页面)'
const share = `(?:分享的?(?:链接|文件|内容|地址)?|${lead}(?:外链|链接(?:分享)?的?(?:文件|内容|地址)?))`
const file = `${lead}文件`
/** What may stand between it and what became of it. */
const between =
  '(?:已经?|早已|被|分享者|好友|对方|作者|可能|均|都|因为?|由于|或者?|[、/]|不存在|失效|过期|到期|取消|删除|屏蔽|封禁|了){0,10}?'
const end = '了?(?![\\u4e00-\\u9fff])'
/** A share as the subject of what became of it, with which the sentence or its part ends: `过期时间` is no expiry. */
const goneWords = new RegExp(
  [
    `${share}${between}(?:不存在|失效|过期|到期|取消|删除|屏蔽|封禁)${end}`,
    // Any file may be missing; one that was taken away was there.
    `${file}(?:已|被)${between}(?:失效|过期|到期|取消|删除|屏蔽|封禁)${end}`,
    `(?:已经?|被)取消了?[该此]?(?:分享|外链)(?:的?文件)?${end}`,
    `(?:${share}|${file})${between}(?:涉及|涉嫌|含有?|包含|存在|因为?|由于).{0,12}?(?:违规|侵权|违法|违反)(?!风险)`,
    `${share}${between}违规${end}`,
  ].join('|'),
)

/**
 * What a message or the visible text of a page says of a share; undefined when that is nothing, or both that it is gone and that it
 * wants an access code.
 */
export function verdictOfWords(text: string): Verdict | undefined {
  const sentences = text.split(/[。！？；!?;\n]/).filter((sentence) => !beside.test(sentence))
  const isLocked = sentences.some((sentence) => codeWords.test(sentence) && !orGone.test(sentence))
  const isGone = sentences.some((sentence) => goneWords.test(sentence) && !ofOthers.test(sentence))
  if (isLocked === isGone) return undefined
  return isGone ? gone('said in words that the share is gone') : wantsCode
}

/** A part of an answer whose shape hangs on the rest. @throws UpstreamError `mismatch` when it is of another one. */
export function partOf<T>(value: unknown, shape: Schema<T>): T {
  try {
    return shape.parse(value)
  } catch (cause) {
    throw new UpstreamError('mismatch', 'the answer lacks what this check expects in it', { cause })
  }
}

/**
 * What an interface answers in JSON, also under refusing statuses that `init.answers` names. @throws UpstreamError as `answerIn` does.
 */
export async function jsonAnswer<T>(io: Io, url: string, shape: Schema<T>, init: Init): Promise<T> {
  return answerIn(await io.text(url, init), shape)
}

/**
 * The answer that the text of a reply holds; `decoded` makes JSON of it.
 * @throws UpstreamError `unavailable` for a page: one may be of this share alone, several are a gatekeeper; `mismatch` for anything else of another shape.
 */
export function answerIn<T>(text: string, shape: Schema<T>, decoded = (json: string) => json): T {
  if (/^\s*</.test(text)) throw new UpstreamError('unavailable', 'a page came instead of an answer')
  try {
    return shape.parse(JSON.parse(decoded(text)))
  } catch (cause) {
    throw new UpstreamError('mismatch', 'not the JSON this check expects', { cause })
  }
}
