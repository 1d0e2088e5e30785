// The HTTP requests of the notifiers: what each service expects, and how its reply says that it accepted a message.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WatchEvent } from '../contract/watches.ts'
import { digest } from './watch.ts'

/** The report of a watch: its new events, oldest first. */
export interface WatchMessage {
  readonly watch: string
  readonly events: readonly WatchEvent[]
}

export function titleOf({ watch, events }: WatchMessage): string {
  return events.length === 1 ? watch : `${watch} (${events.length})`
}

/** The events as lines, as many as fit into `maxBytes`; the last line counts those left out. */
export function bodyOf({ events }: WatchMessage, maxBytes: number): string {
  const parts: string[] = []
  let bytes = 0
  for (const [at, event] of events.entries()) {
    const part = textOf(event)
    bytes += Buffer.byteLength(part) + 2
    if (bytes > maxBytes - spareBytes) return [...parts, `… +${events.length - at}`].join('\n\n')
    parts.push(part)
  }
  return parts.join('\n\n')
}

/** For the line that counts what is left out. */
const spareBytes = 20

function textOf({ title, url, source, sourceName, password }: WatchEvent): string {
  return [`${title} · ${sourceName ?? source}`, url, ...(password ? [`提取码 ${password}`] : [])].join('\n')
}

interface NotifierRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

interface NotifierKind {
  /** The keys of the kind in the file, with the requests that they lead to. */
  readonly schema: z.ZodType<(message: WatchMessage, now: number) => NotifierRequest>
  readonly keys: readonly string[]
  /** The field of the reply that holds the result, with its value for success; undefined: the HTTP status decides. */
  readonly success?: { readonly fields: readonly string[]; readonly value: unknown }
}

function text(description: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${description}` : 'must be a text') })
    .trim()
    .min(1, 'is empty')
}

const url = text('the URL to send to').transform((written, context) => {
  const parsed = URL.parse(written)
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.username + parsed.password === '') return parsed
  context.addIssue({ code: 'custom', message: 'must be a URL like https://example.org/path, without a password' })
  return z.NEVER
})

function kind<Shape extends z.ZodRawShape>(
  shape: Shape,
  make: (given: z.output<z.ZodObject<Shape>>, message: WatchMessage, now: number) => NotifierRequest,
  success?: NotifierKind['success'],
): NotifierKind {
  const schema = z.object(shape).transform((given) => (message: WatchMessage, now: number) => make(given, message, now))
  return { schema, keys: Object.keys(shape), ...(success ? { success } : {}) }
}

function sign(key: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding)
}

/** The maximum size of a message of each service, in bytes. */
const maxBytes = { ntfy: 3_800, telegram: 4_000, bark: 2_500, wecom: 2_000, dingtalk: 15_000, feishu: 15_000 }

function plainText(message: WatchMessage, most: number): string {
  const title = titleOf(message)
  return `${title}\n\n${bodyOf(message, most - Buffer.byteLength(title) - 2)}`
}

/** The notifiers over HTTP by the key that names the kind. */
export const httpNotifiers: Readonly<Record<string, NotifierKind>> = {
  webhook: kind({ webhook: url, secret: text('').optional() }, ({ webhook, secret }, message, now) => {
    const id = digest(message.events.map((event) => event.id).join())
    const body = { version: 1, id, timestamp: now, ...message }
    const signed = `${now}.${JSON.stringify(body)}`
    const signature = secret === undefined ? {} : { 'x-trawl-signature': `sha256=${sign(secret, signed, 'hex')}` }
    return { url: webhook, headers: { 'x-trawl-timestamp': String(now), 'x-trawl-delivery': id, ...signature }, body }
  }),
  ntfy: kind({ ntfy: url, token: text('').optional() }, ({ ntfy, token }, message) => {
    const [topic = '', ...parents] = ntfy.pathname.split('/').filter(Boolean).reverse()
    const click = message.events.length === 1 ? { click: message.events[0]?.url } : {}
    return {
      url: new URL(`/${parents.reverse().join('/')}`, ntfy),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: { topic, title: titleOf(message), message: bodyOf(message, maxBytes.ntfy), ...click },
    }
  }),
  telegram: kind(
    {
      telegram: text('the id of the chat'),
      token: text('the token of the bot'),
      server: url.default(new URL('https://api.telegram.org')),
    },
    ({ telegram, token, server }, message) => ({
      url: new URL(`/bot${token}/sendMessage`, server),
      body: {
        chat_id: telegram,
        text: plainText(message, maxBytes.telegram),
        link_preview_options: { is_disabled: true },
      },
    }),
    { fields: ['ok'], value: true },
  ),
  bark: kind(
    { bark: url, key: text('the key of the device') },
    ({ bark, key }, message) => ({
      url: new URL('/push', bark),
      body: {
        device_key: key,
        group: 'Trawl',
        title: titleOf(message),
        body: bodyOf(message, maxBytes.bark),
        ...(message.events.length === 1 ? { url: message.events[0]?.url } : {}),
      },
    }),
    { fields: ['code'], value: 200 },
  ),
  wecom: kind(
    { wecom: url },
    ({ wecom }, message) => ({
      url: wecom,
      body: { msgtype: 'text', text: { content: plainText(message, maxBytes.wecom) } },
    }),
    { fields: ['errcode'], value: 0 },
  ),
  dingtalk: kind(
    { dingtalk: url, secret: text('').optional() },
    ({ dingtalk, secret }, message, now) => {
      const target = new URL(dingtalk)
      if (secret !== undefined) {
        target.searchParams.set('timestamp', String(now))
        target.searchParams.set('sign', sign(secret, `${now}\n${secret}`, 'base64'))
      }
      return { url: target, body: { msgtype: 'text', text: { content: plainText(message, maxBytes.dingtalk) } } }
    },
    { fields: ['errcode'], value: 0 },
  ),
  feishu: kind(
    { feishu: url, secret: text('').optional() },
    ({ feishu, secret }, message, now) => {
      const timestamp = String(Math.floor(now / 1000))
      // The text to sign is the key, and the message is empty.
      const signature = secret === undefined ? {} : { timestamp, sign: sign(`${timestamp}\n${secret}`, '', 'base64') }
      // A message of type `text` would read `<at user_id="all">` in a title as a call of the whole group; this one has a tag of its own for that.
      const line = { tag: 'text', text: bodyOf(message, maxBytes.feishu) }
      const post = { zh_cn: { title: titleOf(message), content: [[line]] } }
      return { url: feishu, body: { ...signature, msg_type: 'post', content: { post } } }
    },
    { fields: ['code', 'StatusCode'], value: 0 },
  ),
}
