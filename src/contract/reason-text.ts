// Why a source failed, in words, for the page and the terminal; without the schemas, so that both load fast.
import type { Reason, ReasonCode } from './reasons.ts'

function insteadZh(use?: string): string {
  return use ? `；容器里请改用 ${use}，并在代理里允许局域网连接` : ''
}

function insteadEn(use?: string): string {
  return use ? `; in a container, use ${use} and allow LAN in the proxy` : ''
}

type Words = string | ((reason: Reason) => string)

const reasonWords: Readonly<Record<ReasonCode, readonly [zh: Words, en: Words]>> = {
  timeout: ['规定时间内没答完', 'no whole answer in time'],
  network: ['连不上', 'unreachable'],
  unavailable: ['网站暂停服务', 'the site is out of service'],
  blocked: ['网站拒绝访问', 'the site refuses access'],
  mismatch: ['返回的内容无法解析', 'unexpected content'],
  open: [
    ({ host = '' }) => `连续失败，暂停访问 ${host}`,
    ({ host = '' }) => `failed repeatedly; requests to ${host} are paused`,
  ],
  no_connection: ['规定时间内没连上', 'no connection in time'],
  no_first_byte: ['迟迟没有回应', 'no reply for too long'],
  refused: ['连接被拒绝', 'the connection was refused'],
  reset: ['连接中断', 'the connection was interrupted'],
  no_such_host: ['找不到这个域名', 'no such host'],
  private_address: [
    ({ host = '' }) => `${host} 不是公网地址，没有访问`,
    ({ host = '' }) => `${host} is not a public address and was not asked`,
  ],
  status: [({ status = 0 }) => `返回 ${status}`, ({ status = 0 }) => `answered ${status}`],
  challenge: ['网站要求验证', 'the site asks for a captcha'],
  throttled: ['网站限制访问次数', 'the site limits requests'],
  redirected: [({ to = '' }) => `跳转到 ${to}`, ({ to = '' }) => `redirected to ${to}`],
  too_large: ['返回的内容太大', 'the answer is too large'],
  truncated: ['返回的内容不完整', 'the answer is incomplete'],
  downloading: ['目录还在下载', 'its catalogue is still being downloaded'],
  no_preview: ['频道没有网页预览，或者不存在', 'the channel has no web preview or does not exist'],
  proxy_login: [
    ({ proxy = '' }) => `代理 ${proxy} 要求登录：请在地址里写上正确的 用户名:密码@`,
    ({ proxy = '' }) => `the proxy ${proxy} wants a login: put the right name:password@ into its address`,
  ],
  proxy_not_found: [({ proxy = '' }) => `找不到代理 ${proxy}`, ({ proxy = '' }) => `the proxy ${proxy} was not found`],
  proxy_unreachable: [
    ({ proxy = '', use }) => `连不上代理 ${proxy}${insteadZh(use)}`,
    ({ proxy = '', use }) => `the proxy ${proxy} cannot be reached${insteadEn(use)}`,
  ],
  proxy_refused: [
    ({ proxy = '', use }) => `代理 ${proxy} 拒绝连接${insteadZh(use)}`,
    ({ proxy = '', use }) => `the proxy ${proxy} refused the connection${insteadEn(use)}`,
  ],
  proxy_protocol: [
    ({ proxy = '' }) => `代理 ${proxy} 的类型不对，请检查是 http:// 还是 socks5://`,
    ({ proxy = '' }) => `the proxy ${proxy} is of another kind; is it http:// or socks5://?`,
  ],
  behind_proxy: [
    ({ proxy = '', host = '', status }) =>
      `连上了代理 ${proxy}，但通过它连不上 ${host}${status === undefined ? '' : `（代理返回 ${status}）`}`,
    ({ proxy = '', host = '', status }) =>
      `the proxy ${proxy} was reached, but not ${host} through it${status === undefined ? '' : ` (it answered ${status})`}`,
  ],
  closed: [
    ({ from = '', until = '' }) => `每天 ${from}–${until}（北京时间）关闭`,
    ({ from = '', until = '' }) => `closed daily from ${from} to ${until} China time`,
  ],
  unknown_name: [({ name = '' }) => name, ({ name = '' }) => name],
}

const throughProxy = [
  (proxy: string) => `（经代理 ${proxy}）`,
  (proxy: string) => ` (through the proxy ${proxy})`,
] as const
const answerUsed = [(age: string) => `；用的是${age}的结果`, (age: string) => `; using the result of ${age}`] as const

/**
 * Describes a reason; `ageOf` says how long ago a time was (epoch milliseconds). A server of another version may send a code that has no
 * words here.
 */
export function reasonText(reason: Reason, language: 'zh' | 'en', ageOf: (at: number) => string): string {
  const at = language === 'zh' ? 0 : 1
  const known: Readonly<Partial<typeof reasonWords>> = reasonWords
  const template = (known[reason.code] ?? reasonWords.network)[at]
  const through = reason.proxy ? throughProxy[at](reason.proxy) : ''
  const text = typeof template === 'string' ? template + through : template(reason)
  return reason.answer_at === undefined ? text : text + answerUsed[at](ageOf(reason.answer_at))
}
