// Pub/sub between replicas: one Redis channel that carries messages of several kinds.
import type { z } from 'zod'
import type { Logger } from '../observability/log.ts'
import { parseJson } from '../observability/parse-json.ts'
import { channel } from './key-prefix.ts'
import type { RedisClient } from './redis-client.ts'

/** Pub/sub between replicas. Messages sent while Redis is down are lost. */
export type PubSub = ReturnType<typeof createPubSub>

interface PubSubDeps {
  readonly redis: Pick<RedisClient, 'run' | 'onMessage' | 'onUp'>
  /** Unique id of this replica, without spaces. */
  readonly id: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Other programs may write anything to Redis; larger messages are not ours. */
const maxBytes = 1024 * 1024

/** Sender and kind come first, so that the body is only parsed if needed. */
const messagePattern = /^(\S{1,100}) (\S{1,100}) (.*)$/s

/** Creates the pub/sub. */
export function createPubSub({ redis, id, log }: PubSubDeps) {
  const subscribersByKind = new Map<string, ((body: unknown) => void)[]>()
  const warnedKinds = new Set<string>()

  /** Warns once per kind, because such messages come in large numbers. */
  function warnOnce(kind: string): void {
    if (!warnedKinds.has(kind))
      log.warn({ kind }, 'a message in Redis has an unknown format; such messages are skipped')
    warnedKinds.add(kind)
  }
  redis.onMessage((bytes) => {
    const [, from, kind, body] = (bytes.length <= maxBytes && messagePattern.exec(bytes.toString())) || []
    if (kind === undefined || body === undefined) return warnOnce('')
    if (from === id) return
    // Only newer versions know a kind without subscribers.
    for (const subscriber of subscribersByKind.get(kind) ?? []) subscriber(parseJson(body))
  })
  const messageOf = (kind: string, body: unknown) => `${id} ${kind} ${JSON.stringify(body)}`
  return {
    /** A message as arguments for a script that publishes it in the same step as it writes. */
    publishArgs: (kind: string, body: unknown) => ({ channel, message: messageOf(kind, body) }),
    /** Publishes to all other replicas, without waiting. */
    publish: (kind: string, body: unknown) =>
      void redis.run((commands) => commands.publish(channel, messageOf(kind, body))),
    /** Subscribes to a kind of message of other replicas; bodies of another shape are skipped. */
    subscribe<T>(kind: string, shape: z.ZodType<T>, listener: (body: T) => void): void {
      const subscriber = (value: unknown) => {
        const body = shape.safeParse(value)
        if (!body.success) return warnOnce(kind)
        try {
          listener(body.data)
        } catch (error) {
          log.error({ err: error, kind }, 'failed to handle a message of another replica')
        }
      }
      subscribersByKind.set(kind, [...(subscribersByKind.get(kind) ?? []), subscriber])
    },
    /** Registers a listener for gaps, after which messages may have been missed. */
    onMissedMessages: redis.onUp,
  }
}
