// Pub/sub between replicas: one Redis channel that carries messages of several kinds.
import type { z } from 'zod'
import type { Logger } from '../observability/log.ts'
import { tryJson } from '../upstream/try-json.ts'
import { keyPrefix } from './key-prefix.ts'
import type { RedisClient } from './redis-client.ts'

/** Pub/sub between replicas. Messages sent while Redis is down are lost. */
export type PubSub = ReturnType<typeof createPubSub>

interface PubSubDeps {
  readonly redis: Pick<RedisClient, 'run' | 'subscribe' | 'onUp'>
  /** Unique id of this replica, without spaces. */
  readonly id: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

const channel = `${keyPrefix}events`

/** Other programs may write anything to Redis; larger messages are not ours. */
const maxBytes = 1024 * 1024

/** Sender and kind come first, so that the body is only parsed if needed. */
const messagePattern = /^(\S{1,100}) (\S{1,100}) (.*)$/s

/** Creates the pub/sub and subscribes to its channel. */
export function createPubSub({ redis, id, log }: PubSubDeps) {
  const subscribersByKind = new Map<string, ((body: unknown, from: string) => void)[]>()
  const warnedKinds = new Set<string>()
  const ownPrefix = Buffer.from(`${id} `)

  /** Warns once per kind, because such messages come in large numbers. */
  function warnOnce(kind: string): void {
    if (warnedKinds.has(kind)) return
    warnedKinds.add(kind)
    log.warn({ kind }, 'a message in Redis has an unknown format; such messages are skipped')
  }

  function onMessage(bytes: Buffer): void {
    if (bytes.subarray(0, ownPrefix.length).equals(ownPrefix)) return
    const [, from, kind, body] = (bytes.length <= maxBytes && messagePattern.exec(bytes.toString())) || []
    if (from === undefined || kind === undefined || body === undefined) {
      warnOnce('')
      return
    }
    const subscribers = subscribersByKind.get(kind)
    // A kind that only newer versions know.
    if (!subscribers) return
    const value = tryJson(body)
    if (value === undefined) warnOnce(kind)
    else for (const subscriber of subscribers) subscriber(value, from)
  }

  redis.subscribe(channel, onMessage)
  const messageOf = (kind: string, body: unknown) => `${id} ${kind} ${JSON.stringify(body)}`
  return {
    /** A message as arguments for a script that publishes it in the same step as it writes. */
    publishArgs: (kind: string, body: unknown) => ({ channel, message: messageOf(kind, body) }),
    /** Publishes to all other replicas, without waiting. */
    publish: (kind: string, body: unknown) =>
      void redis.run((commands) => commands.publish(channel, messageOf(kind, body))),
    /** Subscribes to a kind of message of other replicas; bodies of another shape are skipped. */
    subscribe<T>(kind: string, shape: z.ZodType<T>, listener: (body: T, from: string) => void): void {
      const subscriber = (value: unknown, from: string) => {
        const body = shape.safeParse(value)
        if (!body.success) return warnOnce(kind)
        try {
          listener(body.data, from)
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
