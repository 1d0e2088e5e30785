// Which notifier a pasted address is of, and its keys as docs/watched-words.md has them.

export const notifierKinds = ['bark', 'ntfy', 'wecom', 'dingtalk', 'feishu', 'telegram', 'webhook'] as const
export type NotifierKind = (typeof notifierKinds)[number]

export type NotifierFields = Readonly<Record<string, string>>

export interface Recognised {
  readonly kind: NotifierKind
  /** The keys; that of a chat is empty where the address does not have it. */
  readonly fields: NotifierFields
  /** Whether the host tells the kind; else the address may be of any service that one can run oneself. */
  readonly isCertain: boolean
}

/** The kinds whose services run on any host. */
export const selfHostedKinds = ['webhook', 'bark', 'ntfy'] as const satisfies readonly NotifierKind[]

interface ExtraField {
  readonly key: 'telegram' | 'secret' | 'token'
  readonly isOptional: boolean
}

/** The keys that an address does not have, and whether a message can be sent without them. */
export const extraFields: Readonly<Partial<Record<NotifierKind, ExtraField>>> = {
  telegram: { key: 'telegram', isOptional: false },
  dingtalk: { key: 'secret', isOptional: true },
  feishu: { key: 'secret', isOptional: true },
  ntfy: { key: 'token', isOptional: true },
  webhook: { key: 'secret', isOptional: true },
}

const hosts: Readonly<Record<string, NotifierKind>> = {
  'api.day.app': 'bark',
  'ntfy.sh': 'ntfy',
  'qyapi.weixin.qq.com': 'wecom',
  'oapi.dingtalk.com': 'dingtalk',
  'open.feishu.cn': 'feishu',
  'open.larksuite.com': 'feishu',
  'api.telegram.org': 'telegram',
}

/** The token of a bot, as Telegram gives it: the id of the bot, a colon, 35 characters. */
const botToken = /^\d{5,15}:[\w-]{30,50}$/

/** `chosen`: the kind, where the user knows it better. Undefined for a text that is no address of a notifier. */
export function recogniseNotifier(text: string, chosen?: NotifierKind): Recognised | undefined {
  const written = text.trim()
  if (botToken.test(written)) return { kind: 'telegram', fields: { telegram: '', token: written }, isCertain: true }
  const url = URL.parse(written)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const known = hosts[url.hostname]
  const kind = known ?? chosen ?? guessKind(url)
  const fields = keysOf[kind](url)
  const isPrivate = isPrivateHost(url.hostname)
  return (
    fields && { kind, fields: { ...fields, ...(isPrivate && { private: 'true' }) }, isCertain: known !== undefined }
  )
}

function guessKind({ hostname }: URL): NotifierKind {
  const [first = ''] = hostname.split('.')
  return selfHostedKinds.find((kind) => first === kind) ?? 'webhook'
}

/** The keys of each kind; undefined where the address lacks one. */
const keysOf: Readonly<Record<NotifierKind, (url: URL) => NotifierFields | undefined>> = {
  bark: ({ origin, pathname }) => {
    const key = pathname.split('/').find((part) => part !== '')
    return key === undefined ? undefined : { bark: origin, key }
  },
  ntfy: ({ origin, pathname }) => (pathname === '/' ? undefined : { ntfy: origin + pathname }),
  telegram: ({ pathname, searchParams }) => {
    const token = /^\/bot([^/]+)/.exec(pathname)?.[1]
    return token === undefined
      ? undefined
      : { telegram: searchParams.get('chat_id') ?? '', token: decodeURIComponent(token) }
  },
  wecom: ({ href }) => ({ wecom: href }),
  dingtalk: ({ href }) => ({ dingtalk: href }),
  feishu: ({ href }) => ({ feishu: href }),
  webhook: ({ href }) => ({ webhook: href }),
}

/** A host of one's own network, which the server asks only for a notifier that says so. */
function isPrivateHost(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    /\.(?:local|lan|home|internal)$/.test(hostname) ||
    /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname)
  )
}

/** The kind of stored keys, and where they send; undefined for none that the page knows, such as e-mail. */
export function describeNotifier(
  fields: NotifierFields,
): { readonly kind: NotifierKind; readonly host: string } | undefined {
  const kind = notifierKinds.find((one) => fields[one] !== undefined)
  if (!kind) return undefined
  const target = kind === 'telegram' ? (fields.server ?? 'https://api.telegram.org') : fields[kind]
  return { kind, host: URL.parse(target ?? '')?.host ?? '' }
}
