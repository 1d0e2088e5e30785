// Why a source failed, in the user's language.
import type { Reason, ReasonCode } from '../../../src/contract/reasons.ts'
import { formatAge } from '../format-time.ts'
import type { Language } from '../languages.ts'
import type { Messages } from '../use-messages.ts'

type Words = Readonly<Record<ReasonCode, string | ((reason: Reason) => string)>> & {
  readonly throughProxy: (proxy: string) => string
  readonly answerUsed: (age: string) => string
}

function insteadZh(use?: string): string {
  return use ? `；容器里请改用 ${use}，并在代理里允许局域网连接` : ''
}

function insteadEn(use?: string): string {
  return use ? `; in a container, use ${use} and allow LAN in the proxy` : ''
}

const zh: Words = {
  timeout: '规定时间内没答完',
  network: '连不上',
  unavailable: '网站暂停服务',
  blocked: '网站拒绝访问',
  mismatch: '返回的内容无法解析',
  open: ({ host = '' }) => `连续失败，暂停访问 ${host}`,
  no_connection: '规定时间内没连上',
  no_first_byte: '迟迟没有回应',
  refused: '连接被拒绝',
  reset: '连接中断',
  no_such_host: '找不到这个域名',
  private_address: ({ host = '' }) => `${host} 不是公网地址，没有访问`,
  status: ({ status = 0 }) => `返回 ${status}`,
  challenge: '网站要求验证',
  throttled: '网站限制访问次数',
  redirected: ({ to = '' }) => `跳转到 ${to}`,
  too_large: '返回的内容太大',
  truncated: '返回的内容不完整',
  downloading: '目录还在下载',
  no_preview: '频道没有网页预览，或者不存在',
  proxy_login: ({ proxy = '' }) => `代理 ${proxy} 要求登录：请在地址里写上正确的 用户名:密码@`,
  proxy_not_found: ({ proxy = '' }) => `找不到代理 ${proxy}`,
  proxy_unreachable: ({ proxy = '', use }) => `连不上代理 ${proxy}${insteadZh(use)}`,
  proxy_refused: ({ proxy = '', use }) => `代理 ${proxy} 拒绝连接${insteadZh(use)}`,
  proxy_protocol: ({ proxy = '' }) => `代理 ${proxy} 的类型不对，请检查是 http:// 还是 socks5://`,
  behind_proxy: ({ proxy = '', host = '', status }) =>
    `连上了代理 ${proxy}，但通过它连不上 ${host}${status === undefined ? '' : `（代理返回 ${status}）`}`,
  closed: ({ from = '', until = '' }) => `每天 ${from}–${until}（北京时间）关闭`,
  unknown_name: ({ name = '' }) => name,
  throughProxy: (proxy) => `（经代理 ${proxy}）`,
  answerUsed: (age) => `；用的是${age}的结果`,
}

const en: Words = {
  timeout: 'no whole answer in time',
  network: 'unreachable',
  unavailable: 'the site is out of service',
  blocked: 'the site refuses access',
  mismatch: 'unexpected content',
  open: ({ host = '' }) => `failed repeatedly; requests to ${host} are paused`,
  no_connection: 'no connection in time',
  no_first_byte: 'no reply for too long',
  refused: 'the connection was refused',
  reset: 'the connection was interrupted',
  no_such_host: 'no such host',
  private_address: ({ host = '' }) => `${host} is not a public address and was not asked`,
  status: ({ status = 0 }) => `answered ${status}`,
  challenge: 'the site asks for a captcha',
  throttled: 'the site limits requests',
  redirected: ({ to = '' }) => `redirected to ${to}`,
  too_large: 'the answer is too large',
  truncated: 'the answer is incomplete',
  downloading: 'its catalogue is still being downloaded',
  no_preview: 'the channel has no web preview or does not exist',
  proxy_login: ({ proxy = '' }) => `the proxy ${proxy} wants a login: put the right name:password@ into its address`,
  proxy_not_found: ({ proxy = '' }) => `the proxy ${proxy} was not found`,
  proxy_unreachable: ({ proxy = '', use }) => `the proxy ${proxy} cannot be reached${insteadEn(use)}`,
  proxy_refused: ({ proxy = '', use }) => `the proxy ${proxy} refused the connection${insteadEn(use)}`,
  proxy_protocol: ({ proxy = '' }) => `the proxy ${proxy} is of another kind; is it http:// or socks5://?`,
  behind_proxy: ({ proxy = '', host = '', status }) =>
    `the proxy ${proxy} was reached, but not ${host} through it${status === undefined ? '' : ` (it answered ${status})`}`,
  closed: ({ from = '', until = '' }) => `closed daily from ${from} to ${until} China time`,
  unknown_name: ({ name = '' }) => name,
  throughProxy: (proxy) => ` (through the proxy ${proxy})`,
  answerUsed: (age) => `; using the result of ${age}`,
}

const words: Messages<Words> = { zh, en }

/** Describes a reason. `now`: epoch milliseconds. A server of another version may send a code that has no words here. */
export function reasonText(reason: Reason, language: Language, now: number): string {
  const texts = words[language]
  const template = texts[reason.code] ?? texts.network
  const text =
    typeof template === 'string' ? template + (reason.proxy ? texts.throughProxy(reason.proxy) : '') : template(reason)
  return reason.answer_at === undefined ? text : text + texts.answerUsed(formatAge(reason.answer_at, now, language))
}
