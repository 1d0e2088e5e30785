// Pub/sub between replicas: one Redis channel that carries messages of several kinds.
import type { z } from 'zod'
import type { Logger } from '../log.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'

/** Arguments for a script that publishes a message in the same step as it writes. */
export interface Announcement {
  readonly channel: string
  readonly message: string
}

/** Pub/sub between replicas. Messages sent while Redis is down are lost. */
export interface Events {
  /** Publishes to all other replicas, without waiting. */
  publish(kind: string, body: unknown): void
  /** The same message as arguments for a script. */
  announcement(kind: string, body: unknown): Announcement
  /**
   * Subscribes to a kind of message of other replicas. `listener` gets the body and the id of the sender; bodies without
   * the right shape are skipped.
   */
  on<T>(kind: string, shape: z.ZodType<T>, listener: (body: T, from: string) => void): void
  /** Registers a listener for gaps, after which messages may have been missed. */
  onGap(listener: () => void): void
}

export interface EventsParts {
  readonly line: Pick<RedisLine, 'ask' | 'listen' | 'onUp'>
  /** Unique id of this replica, without spaces. */
  readonly id: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

const channel = `${prefix}events`

/** Other programs may write anything to Redis; larger messages are not ours. */
const mostBytes = 1024 * 1024

/** Sender and kind come first, so that the body is only parsed if needed. */
const form = /^(\S{1,100}) (\S{1,100}) (.*)$/s

/** Creates the pub/sub and subscribes to its channel. */
export function createEvents({ line, id, log }: EventsParts): Events {
  const hearers = new Map<string, ((body: unknown, from: string) => void)[]>()
  const unread = new Set<string>()
  const own = Buffer.from(`${id} `)

  /** Warns once per kind, because such messages come in large numbers. */
  function warnOnce(kind: string): void {
    if (unread.has(kind)) return
    unread.add(kind)
    log.warn({ kind }, 'a message in Redis has an unknown format; such messages are skipped')
  }

  function onMessage(bytes: Buffer): void {
    if (bytes.subarray(0, own.length).equals(own)) return
    const message = messageIn(bytes)
    if (message) tell(message)
    else warnOnce('')
  }

  function tell({ from, kind, body }: Message): void {
    const ears = hearers.get(kind)
    // A kind that only newer versions know.
    if (!ears) return
    const parsed = jsonIn(body)
    if (!parsed) warnOnce(kind)
    else for (const ear of ears) ear(parsed.value, from)
  }

  line.listen(channel, onMessage)
  const announcement = (kind: string, body: unknown): Announcement => {
    return { channel, message: `${id} ${kind} ${JSON.stringify(body)}` }
  }
  return {
    announcement,
    publish(kind, body) {
      const { message } = announcement(kind, body)
      void line.ask((commands) => commands.publish(channel, message))
    },
    on(kind, shape, listener) {
      const ear = (value: unknown, from: string) => {
        const body = shape.safeParse(value)
        if (!body.success) return warnOnce(kind)
        try {
          listener(body.data, from)
        } catch (error) {
          log.error({ err: error, kind }, 'failed to handle a message of another replica')
        }
      }
      hearers.set(kind, [...(hearers.get(kind) ?? []), ear])
    },
    onGap: line.onUp,
  }
}

interface Message {
  readonly from: string
  readonly kind: string
  readonly body: string
}

function messageIn(bytes: Buffer): Message | undefined {
  if (bytes.length > mostBytes) return undefined
  const [, from, kind, body] = form.exec(bytes.toString()) ?? []
  return from === undefined || kind === undefined || body === undefined ? undefined : { from, kind, body }
}

function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}
