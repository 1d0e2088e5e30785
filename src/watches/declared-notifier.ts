// Reads one notifier of the operator's file: which service it uses, its keys, and the secrets that it names; removes these from texts.
import { z } from 'zod'
import type { Environment } from '../config/env.ts'
import { didYouMean } from '../parsing/validation-errors.ts'
import { httpNotifiers } from './notifier-requests.ts'

export type MakeRequest = z.output<(typeof httpNotifiers)[string]['schema']>

/** A notifier as declared; `http` or `email` says how it sends. */
export interface DeclaredNotifier {
  readonly name: string
  readonly isShared: boolean
  /** A private host that the operator allows for it. */
  readonly privateHost?: string | undefined
  readonly kind: string
  /** Secrets that no message about it may contain. */
  readonly secrets: readonly string[]
  readonly makeRequest?: MakeRequest
  readonly email?: z.output<typeof email>
}

const address = z
  .string({ error: 'is missing: an address' })
  .trim()
  .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')

const email = z
  .object({
    email: address,
    from: address,
    server: z
      .string({ error: 'is missing: the mail server' })
      .refine((text) => /^smtps?:\/\/[^/\s]+\/?$/.test(text) && URL.canParse(text), {
        error: 'must be a URL like smtps://user:password@mail.example.org:465',
      }),
  })
  .transform(({ email: to, ...account }) => ({ to, ...account }))

const kinds = [...Object.keys(httpNotifiers), 'email']
const sharedKeys = ['shared', 'private']

type Report = (path: readonly PropertyKey[], what: string) => void

/** Reads a notifier; undefined after reporting what is wrong. */
export function parseNotifier(
  name: string,
  written: Readonly<Record<string, unknown>>,
  env: Environment,
  report: Report,
): DeclaredNotifier | undefined {
  const [kind, ...others] = kinds.filter((one) => Object.hasOwn(written, one))
  if (kind === undefined || others.length > 0) {
    report([], `needs exactly one of ${kinds.join(', ')}`)
    return undefined
  }
  const { shared, private: isPrivate, ...fields } = withSecrets(written, env, report)
  reportKeys(fields, [...(httpNotifiers[kind]?.keys ?? ['email', 'from', 'server']), ...sharedKeys], report)
  for (const [key, value] of Object.entries({ shared, private: isPrivate })) reportUnlessBoolean(key, value, report)
  const parsed = httpNotifiers[kind]?.schema.safeParse(fields) ?? email.safeParse(fields)
  for (const issue of parsed.error?.issues ?? []) report(issue.path, issue.message)
  if (!parsed.success) return undefined
  const declared = { name, kind, isShared: shared === 'true', secrets: secretsOf(fields) }
  if (typeof parsed.data !== 'function') return { ...declared, email: parsed.data }
  const target = fields.server ?? fields[kind]
  const privateHost = isPrivate === 'true' ? URL.parse(String(target))?.hostname : undefined
  return { ...declared, privateHost, makeRequest: parsed.data }
}

function reportKeys(fields: object, allowed: readonly string[], report: Report): void {
  for (const key of Object.keys(fields))
    if (!allowed.includes(key)) report([key], `unknown key; ${didYouMean(key, allowed)}`)
}

function reportUnlessBoolean(key: string, value: unknown, report: Report): void {
  if (value !== undefined && value !== 'true' && value !== 'false') report([key], 'must be true or false')
}

/** Replaces each value `$WATCH_SECRET_…` by that setting. */
function withSecrets(
  written: Readonly<Record<string, unknown>>,
  env: Environment,
  report: Report,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const [, name] = /^\$(\w{1,100})$/.exec(String(value)) ?? []
      if (name === undefined) return [key, value]
      const secret = name.startsWith(secretPrefix) ? env[name]?.trim() : undefined
      if (!secret) report([key], `names a setting that is not set; it must begin with ${secretPrefix}`)
      return [key, secret]
    }),
  )
}

/** The names of the settings that hold secrets of notifiers begin with it. */
export const secretPrefix = 'WATCH_SECRET_'

/** Parts of paths in the documentation of the services; replies name them. */
const publicSegments = new Set([
  'open-apis',
  'webhook',
  'webhooks',
  'hook',
  'cgi-bin',
  'send',
  'robot',
  'push',
  'services',
])

/** Returns the secrets among the fields of a notifier: all values, and of URLs everything but scheme and host. */
function secretsOf(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.values(fields).flatMap((value) => {
    const url = URL.parse(String(value))
    // `topic:x` is a URL too, but has no host.
    return url && url.host !== '' ? secretsInUrl(url) : [String(value)]
  })
}

function secretsInUrl({ username, password, pathname, search, searchParams }: URL): string[] {
  const [user, pass] = [username, password].map((text) => decodeURIComponent(text))
  const segments = pathname.split('/').filter((segment) => !publicSegments.has(segment))
  // As AUTH PLAIN sends them.
  const login = user === '' ? [] : [`\0${user}\0${pass}`]
  return [...login, user ?? '', pass ?? '', pathname + search, ...segments, ...searchParams.values()]
}
