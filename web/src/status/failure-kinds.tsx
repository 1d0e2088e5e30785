// Explains the kinds of failure.
import { type Messages, useMessages } from '../use-messages.ts'
import { statusMessages } from './messages.ts'

const kinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const

export function FailureKindList() {
  const { failure } = useMessages(statusMessages)
  const meaning = useMessages(failureKindMessages)
  return (
    <dl class="mt-2 grid gap-x-4 gap-y-2 px-2 sm:grid-cols-[auto_1fr]">
      {kinds.map((kind) => (
        <div key={kind} class="contents">
          <dt class="font-medium">{failure[kind]}</dt>
          <dd class="text-soft">{meaning[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}

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

const failureKindMessages: Messages<typeof zh> = { zh, en }
