// Sends one message by a notifier before it is stored.
import { badRequest } from '../http/errors.ts'
import { messageOf } from '../observability/error-message.ts'
import { createTransport, type TransportOptions } from '../upstream/net/transport.ts'
import { parseNotifier } from './declared-notifier.ts'
import { allowPrivateNotifiers, createNotifiers } from './notifiers.ts'

/** Creates the trial of the keys of a notifier. @throws (rejects) RequestError 400 for wrong keys; a failure to send is an answer. */
export function createNotifierTrial(
  outgoing: TransportOptions & Required<Pick<TransportOptions, 'allowance'>>,
  epochMs: () => number,
) {
  return async (keys: Readonly<Record<string, unknown>>): Promise<{ ok: boolean; message?: string }> => {
    const declared = parseNotifier('trial', keys, {}, (path, what) => {
      throw badRequest(['notifier', ...path].join('.'), what)
    })
    if (!declared) throw badRequest('notifier', 'is not a notifier')
    const transport = createTransport({ ...outgoing, allowance: allowPrivateNotifiers(outgoing.allowance, [declared]) })
    const [notifier] = createNotifiers([declared], { transport, epochMs })
    try {
      await notifier?.send(trialMessage(epochMs()))
      return { ok: true }
    } catch (error) {
      return { ok: false, message: messageOf(error) }
    } finally {
      await transport.close()
    }
  }
}

function trialMessage(at: number) {
  const event = { id: 'trial', watch: 'Trawl', at, in: 'lists' as const, source: 'Trawl' }
  return { watch: 'Trawl', events: [{ ...event, title: '通知测试 · test message', url: 'https://example.org/' }] }
}
