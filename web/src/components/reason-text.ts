// Why a source failed, in the user's language.
import type { Reason } from '../../../src/contract/reasons.ts'
import { formatAge } from '../format-time.ts'
import type { Language } from '../languages.ts'
import { createMessages } from '../use-messages.ts'

/** By code, with places for the fields of a reason. */
const words = createMessages({
  timeout: ['规定时间内没答完', 'no whole answer in time'],
  network: ['连不上', 'unreachable'],
  unavailable: ['网站暂停服务', 'the site is out of service'],
  blocked: ['网站拒绝访问', 'the site refuses access'],
  mismatch: ['返回的内容无法解析', 'unexpected content'],
  open: ['连续失败，暂停访问 {host}', 'failed repeatedly; requests to {host} are paused'],
  no_connection: ['规定时间内没连上', 'no connection in time'],
  no_first_byte: ['迟迟没有回应', 'no reply for too long'],
  refused: ['连接被拒绝', 'the connection was refused'],
  reset: ['连接中断', 'the connection was interrupted'],
  no_such_host: ['找不到这个域名', 'no such host'],
  private_address: ['{host} 不是公网地址，没有访问', '{host} is not a public address and was not asked'],
  status: ['返回 {status}', 'answered {status}'],
  challenge: ['网站要求验证', 'the site asks for a captcha'],
  throttled: ['网站限制访问次数', 'the site limits requests'],
  redirected: ['跳转到 {to}', 'redirected to {to}'],
  too_large: ['返回的内容太大', 'the answer is too large'],
  truncated: ['返回的内容不完整', 'the answer is incomplete'],
  downloading: ['目录还在下载', 'its catalogue is still being downloaded'],
  no_preview: ['频道没有网页预览，或者不存在', 'the channel has no web preview or does not exist'],
  proxy_login: [
    '代理 {proxy} 要求登录：请在地址里写上正确的 用户名:密码@',
    'the proxy {proxy} wants a login: put the right name:password@ into its address',
  ],
  proxy_not_found: ['找不到代理 {proxy}', 'the proxy {proxy} was not found'],
  proxy_unreachable: ['连不上代理 {proxy}', 'the proxy {proxy} cannot be reached'],
  proxy_refused: ['代理 {proxy} 拒绝连接', 'the proxy {proxy} refused the connection'],
  proxy_protocol: [
    '代理 {proxy} 的类型不对，请检查是 http:// 还是 socks5://',
    'the proxy {proxy} is of another kind; is it http:// or socks5://?',
  ],
  behind_proxy: [
    '连上了代理 {proxy}，但通过它连不上 {host}',
    'the proxy {proxy} was reached, but not {host} through it',
  ],
  closed: ['每天 {from}–{until}（北京时间）关闭', 'closed daily from {from} to {until} China time'],
  unknown_name: ['{name}', '{name}'],
  useInstead: ['；容器里请改用 {0}，并在代理里允许局域网连接', '; in a container, use {0} and allow LAN in the proxy'],
  proxyAnswered: ['（代理返回 {0}）', ' (it answered {0})'],
  throughProxy: ['（经代理 {0}）', ' (through the proxy {0})'],
  answerUsed: ['；用的是{0}的结果', '; using the result of {0}'],
})

/** Describes a reason. `now`: epoch milliseconds. A server of another version may send a code that has no words here. */
export function reasonText(reason: Reason, language: Language, now: number): string {
  const texts = words[language]
  const { code, proxy, use, status, answer_at: answeredAt } = reason
  const template = texts[code] ?? texts.network
  const fields = new Map<string, unknown>(Object.entries({ status: 0, ...reason }))
  const parts = [template.replace(/\{(\w+)\}/g, (_, name: string) => String(fields.get(name) ?? ''))]
  if (proxy && !template.includes('{')) parts.push(texts.throughProxy(proxy))
  if (use && (code === 'proxy_unreachable' || code === 'proxy_refused')) parts.push(texts.useInstead(use))
  if (status !== undefined && code === 'behind_proxy') parts.push(texts.proxyAnswered(status))
  if (answeredAt !== undefined) parts.push(texts.answerUsed(formatAge(answeredAt, now, language)))
  return parts.join('')
}
