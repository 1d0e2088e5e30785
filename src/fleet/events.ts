// What replicas tell each other: one channel, and on it messages of several kinds.
import type { z } from 'zod'
import type { Logger } from '../log.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'

/** What a script is given that tells something in the same step in which it writes it. */
export interface Announcement {
  readonly channel: string
  readonly message: string
}

/** What replicas tell each other. What is told while Redis cannot be used is lost. */
export interface Events {
  /** Tells all others; nobody waits for it. */
  publish(kind: string, body: unknown): void
  /** The same, for a script. */
  announcement(kind: string, body: unknown): Announcement
  /** From now on `hear` gets what others tell of this kind, and the id of who told it; what does not have the shape is passed over. */
  on<T>(kind: string, shape: z.ZodType<T>, hear: (body: T, from: string) => void): void
  /** From now on `hear` is called when something may have been missed. */
  onGap(hear: () => void): void
}

export interface EventsParts {
  readonly line: Pick<RedisLine, 'ask' | 'listen' | 'onUp'>
  /** What tells this replica from the others; without spaces. */
  readonly id: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

const channel = `${prefix}events`

/** Who may write to Redis may write anything to it; what is larger is none of ours. */
const mostBytes = 1024 * 1024

/** Whose it is, and of which kind, can be told without reading the rest. */
const form = /^(\S{1,100}) (\S{1,100}) (.*)$/s

/** Begins to listen. */
export function createEvents({ line, id, log }: EventsParts): Events {
  const hearers = new Map<string, ((body: unknown, from: string) => void)[]>()
  const unread = new Set<string>()
  const own = Buffer.from(`${id} `)

  /** Once for each kind: who sends one sends many. */
  function warnOnce(kind: string): void {
    if (unread.has(kind)) return
    unread.add(kind)
    log.warn(
      { kind },
      'a message in Redis is not as replicas of this version write them; such messages are passed over',
    )
  }

  function hear(bytes: Buffer): void {
    if (bytes.subarray(0, own.length).equals(own)) return
    const message = messageIn(bytes)
    if (message) tell(message)
    else warnOnce('')
  }

  function tell({ from, kind, body }: Message): void {
    const ears = hearers.get(kind)
    // Of a kind that only a newer version knows: not for us.
    if (!ears) return
    const parsed = jsonIn(body)
    if (!parsed) warnOnce(kind)
    else for (const ear of ears) ear(parsed.value, from)
  }

  line.listen(channel, hear)
  const announcement = (kind: string, body: unknown): Announcement => {
    return { channel, message: `${id} ${kind} ${JSON.stringify(body)}` }
  }
  return {
    announcement,
    publish(kind, body) {
      const { message } = announcement(kind, body)
      void line.ask((redis) => redis.publish(channel, message))
    },
    on(kind, shape, hear) {
      const ear = (value: unknown, from: string) => {
        const body = shape.safeParse(value)
        if (!body.success) return warnOnce(kind)
        try {
          hear(body.data, from)
        } catch (error) {
          log.error({ err: error, kind }, 'what another replica told could not be taken up')
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
