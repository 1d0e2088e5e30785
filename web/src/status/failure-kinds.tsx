// Explains the kinds of failure.
import { createMessages, useMessages } from '../use-messages.ts'
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

const failureKindMessages = createMessages({
  timeout: ['网站没有及时响应，会重试。', 'The site did not respond in time. Trawl retries it.'],
  network: [
    '连接失败：DNS、网络或 TLS 有问题，会重试。',
    'The connection failed: DNS, network or TLS. Trawl retries it.',
  ],
  unavailable: ['网站出错或正在维护，会重试。', 'The site has an outage or maintenance. Trawl retries it.'],
  blocked: [
    '网站拒绝访问：需要登录、请求太频繁，或需要验证。暂停一段时间后重试。',
    'The site refused access: it requires a login, fewer requests or a captcha. Trawl pauses requests to it.',
  ],
  mismatch: [
    '网站有响应，但内容无法解析：多半改版了。',
    'The site responded with unexpected content: it has probably changed.',
  ],
  open: ['连续失败后暂停访问，这次没有请求网站。', 'Paused after repeated failures; no request was sent this time.'],
})
