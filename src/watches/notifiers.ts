// Creates the notifiers of the operator's file, which send messages over HTTP or by e-mail. The library for e-mail is loaded at the first message.

import { z } from 'zod'
import { messageOf } from '../observability/error-message.ts'
import { parseJson } from '../observability/parse-json.ts'
import { createRedactor } from '../observability/redact.ts'
import { readBody } from '../upstream/net/body.ts'
import { type Allowance, normalizeHost } from '../upstream/net/ssrf-guard.ts'
import type { Transport } from '../upstream/net/transport.ts'
import type { DeclaredNotifier, MakeRequest } from './declared-notifier.ts'
import { bodyOf, httpNotifiers, titleOf, type WatchMessage } from './notifier-requests.ts'

export interface Notifier {
  readonly name: string
  /** Watches of users may name it. */
  readonly isShared: boolean
  /** Sends a message. @throws (rejects) Error that says why it was not accepted, without secrets. */
  send(message: WatchMessage): Promise<void>
}

interface NotifierDeps {
  readonly transport: Pick<Transport, 'send'>
  readonly epochMs: () => number
}

export function createNotifiers(declared: readonly DeclaredNotifier[], deps: NotifierDeps): Notifier[] {
  return declared.map((one) => {
    const { name, isShared, secrets } = one
    const redact = createRedactor(secrets)
    const send = createSender(one, deps)
    return {
      name,
      isShared,
      // The error is not the cause of the new one: it may contain secrets.
      send: (message) => send(message).catch((error) => Promise.reject(new Error(redact(messageOf(error))))),
    }
  })
}

function createSender({ kind, makeRequest, email }: DeclaredNotifier, deps: NotifierDeps): Notifier['send'] {
  if (makeRequest) return createHttpSender(kind, makeRequest, deps)
  return async (message) => {
    if (email) await sendEmail(email, message)
  }
}

/** The private hosts that may be asked: those of the settings, and those of notifiers that say so. */
export function allowPrivateNotifiers({ hosts, ranges }: Allowance, declared: readonly DeclaredNotifier[]): Allowance {
  const own = declared.flatMap(({ privateHost }) => (privateHost === undefined ? [] : [normalizeHost(privateHost)]))
  return { ranges, hosts: new Set([...hosts, ...own]) }
}

const attemptMs = 15_000
const maxReplyBytes = 64 * 1024
const reply = z.record(z.string(), z.unknown())

/** Creates the function that sends the messages of a kind. It follows no redirect. */
function createHttpSender(
  kindName: string,
  makeRequest: MakeRequest,
  { transport, epochMs }: NotifierDeps,
): Notifier['send'] {
  const success = httpNotifiers[kindName]?.success
  return async (message) => {
    const { url, headers = {}, body } = makeRequest(message, epochMs())
    const answer = await transport.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Trawl', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(attemptMs),
    })
    const text = Buffer.from(await readBody(answer.body, answer.headers['content-encoding'], maxReplyBytes)).toString()
    const fields = reply.safeParse(parseJson(text)).data ?? {}
    if (answer.status < 200 || answer.status > 299) throw new Error(`HTTP ${answer.status}${describe(fields)}`)
    if (success && !success.fields.some((field) => fields[field] === success.value))
      throw new Error(`not accepted${describe(fields)}`)
  }
}

/** The result that the services write into their replies. Not truncated here: half a secret could not be recognised. */
function describe(fields: z.infer<typeof reply>): string {
  const parts = ['code', 'errcode', 'error_code', 'errmsg', 'msg', 'message', 'description', 'error'].flatMap(
    (name) => {
      const value = fields[name]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    },
  )
  return parts.length > 0 ? `: ${parts.join(' ')}` : ''
}

/** For a whole delivery. A busy server may greet late; the message is claimed for longer. */
const emailMs = 60_000
const stepMs = 15_000
const maxEmailBytes = 100_000

/** Rejects with why the server did not accept the message; the text may contain what the server repeats. */
async function sendEmail(
  { to, from, server }: NonNullable<DeclaredNotifier['email']>,
  message: WatchMessage,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const url = new URL(server)
  const user = decodeURIComponent(url.username)
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const signal = AbortSignal.timeout(emailMs)
  await transport.sendMail({
    from,
    to,
    signal,
    subject: `Trawl: ${titleOf(message)}`,
    text: bodyOf(message, maxEmailBytes),
  })
}
