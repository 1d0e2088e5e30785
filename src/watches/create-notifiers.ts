// Creates the notifiers of the operator's file. The library for e-mail is loaded at the first message.
import { type Allowance, normalizeHost } from '../upstream/net/ssrf-guard.ts'
import type { Transport } from '../upstream/net/transport.ts'
import type { DeclaredNotifier } from './declared-notifier.ts'
import { createHttpSender } from './http-notifier.ts'
import type { Notifier } from './notifier.ts'

interface NotifierDeps {
  readonly transport: Pick<Transport, 'send'>
  readonly epochMs: () => number
}

export function createNotifiers(declared: readonly DeclaredNotifier[], deps: NotifierDeps): Notifier[] {
  return declared.map(({ name, isShared, kind, makeRequest, email }) => ({
    name,
    isShared,
    send: makeRequest
      ? createHttpSender(kind, makeRequest, deps)
      : async (message) => {
          if (!email) return
          const { createEmailSender } = await import('./email-notifier.ts')
          await createEmailSender(email)(message)
        },
  }))
}

/** The private hosts that may be asked: those of the settings, and those of notifiers that say so. */
export function allowPrivateNotifiers({ hosts, ranges }: Allowance, declared: readonly DeclaredNotifier[]): Allowance {
  const own = declared.flatMap(({ privateHost }) => (privateHost === undefined ? [] : [normalizeHost(privateHost)]))
  return { ranges, hosts: new Set([...hosts, ...own]) }
}
