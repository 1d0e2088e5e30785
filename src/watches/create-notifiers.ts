// Creates the notifiers of the operator's file. The library for e-mail is loaded at the first message.
import { messageOf } from '../observability/error-message.ts'
import { type Allowance, normalizeHost } from '../upstream/net/ssrf-guard.ts'
import type { Transport } from '../upstream/net/transport.ts'
import type { DeclaredNotifier } from './declared-notifier.ts'
import { createHttpSender } from './http-notifier.ts'
import type { Notifier } from './notifier.ts'
import { createRedactor } from './redact-secrets.ts'

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
    if (!email) return
    const { sendEmail } = await import('./email-notifier.ts')
    await sendEmail(email, message)
  }
}

/** The private hosts that may be asked: those of the settings, and those of notifiers that say so. */
export function allowPrivateNotifiers({ hosts, ranges }: Allowance, declared: readonly DeclaredNotifier[]): Allowance {
  const own = declared.flatMap(({ privateHost }) => (privateHost === undefined ? [] : [normalizeHost(privateHost)]))
  return { ranges, hosts: new Set([...hosts, ...own]) }
}
