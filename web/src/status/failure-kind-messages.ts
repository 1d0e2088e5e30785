// Messages that explain the kinds of failure.
import type { Messages } from '../use-messages.ts'

const zh = {
  timeout: '网站没有及时响应，会重试。',
  network: '连接失败：DNS、网络或 TLS 有问题，会重试。',
  unavailable: '网站出错或正在维护，会重试。',
  blocked: '网站拒绝访问：需要登录、请求太频繁，或需要验证。暂停一段时间后重试。',
  mismatch: '网站有响应，但内容无法解析：多半改版了。',
  open: '连续失败后暂停访问，这次没有请求网站。',
}

const en: typeof zh = {
  timeout: 'The site did not respond in time. Trawl retries it.',
  network: 'The connection failed: DNS, network or TLS. Trawl retries it.',
  unavailable: 'The site has an outage or maintenance. Trawl retries it.',
  blocked: 'The site refused access: it requires a login, fewer requests or a captcha. Trawl pauses requests to it.',
  mismatch: 'The site responded with unexpected content: it has probably changed.',
  open: 'Paused after repeated failures; no request was sent this time.',
}

export const failureKindMessages: Messages<typeof zh> = { zh, en }
