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
 * What an error answer says of a share: by its code, else by its words, else `uncertain`.
 * @throws UpstreamError `blocked` when its words say that the cloud is asked too often or wants to see a person.
 */
export function settled({ code, message }: Said, meanings: Meanings): Verdict {
  if (minds.test(message ?? '')) throw askedTooOften()
  const known = meanings.get(code) ?? verdictOfWords(message ?? '')
  if (known) return known
  const shown = String(code).replaceAll(/[^\w.-]/g, '')
  return unclear(`answered with a code that is not known (${shown.slice(0, 30) || 'none'})`)
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

/** Sentences with these are of something else: what went wrong on the way, or a warning to everybody. */
const beside = /繁忙|稍后|稍候|重试|维护|异常|登录|登陆|会员|token|参数|请勿|禁止|严禁|不得|举报|是否|如果|有效期/i

const codeWords = /提取码|访问码|访问密码|分享密码|请输入.{0,6}密码|密码(?:错误|不正确|有误)/
const share = '(?:分享|链接|外链|文件|资源|地址|内容)'
const end = '(?![\\u4e00-\\u9fff])'
/** A share or its file in one sentence with what became of it, which ends there: `过期时间` is no expiry. */
const goneWords = new RegExp(
  [
    `${share}.{0,12}?(?:不存在|失效|过期|到期|取消|删除|屏蔽|封禁)了?${end}`,
    `取消了?(?:该|此)?(?:分享|文件)了?${end}`,
    `${share}.{0,12}?(?:涉及|涉嫌|含有?|存在|因|由于).{0,12}?(?:违规|侵权|违法|违反)`,
    `${share}.{0,4}?违规${end}`,
  ].join('|'),
)

/**
 * What a message or the visible text of a page says of a share; undefined when that is nothing, or both that it is gone and that it
 * wants an access code.
 */
export function verdictOfWords(text: string): Verdict | undefined {
  const sentences = text.split(/[。！？；!?;\n]/).filter((sentence) => !beside.test(sentence))
  const isLocked = sentences.some((sentence) => codeWords.test(sentence))
  const isGone = sentences.some((sentence) => goneWords.test(sentence))
  if (isLocked === isGone) return undefined
  return isGone ? gone('said in words that the share is gone') : wantsCode
}

/**
 * What an interface answers in JSON, also under refusing statuses that `init.answers` names.
 * @throws UpstreamError `blocked` for a page, as gatekeepers show it under any status, `mismatch` for anything else of another shape.
 */
export async function jsonAnswer<T>(io: Io, url: string, shape: Schema<T>, init: Init): Promise<T> {
  const text = await io.text(url, init)
  if (/^\s*</.test(text)) throw new UpstreamError('blocked', 'a page came instead of an answer')
  try {
    return shape.parse(JSON.parse(text))
  } catch (cause) {
    throw new UpstreamError('mismatch', 'not the JSON this check expects', { cause })
  }
}
