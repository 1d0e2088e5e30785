// The stream route: lists as JSON lines or server-sent events, optionally followed by updates.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type StreamMessage, type StreamRequest, streamRequest } from '../contract/hotlist.ts'
import { RequestError } from '../http/errors.ts'
import { type NamedEvent, sendEvents } from '../http/event-stream.ts'
import type { Guard } from '../http/guard.ts'
import { sendLines } from '../http/line-stream.ts'
import { parseQuery } from '../http/params.ts'
import type { Logger } from '../log.ts'
import { followMessages } from './follow-stream.ts'
import { type Follower, type Following, mostOfOneClient } from './following.ts'
import type { Lists } from './lists.ts'
import { listMessages } from './stream.ts'

/** Dependencies of the stream route. */
export interface StreamDoors {
  readonly lists: Lists
  readonly following: Pick<Following, 'begin' | 'hasItsShare'>
  readonly log: Logger
}

/** Retry-After in seconds when the limit of followed streams is reached. */
const fullRetryS = 30

/** Registers the stream route; `clientOf` identifies the client of a request. */
export function streamRoutes(app: FastifyInstance, doors: StreamDoors, { clientOf }: Pick<Guard, 'clientOf'>): void {
  app.get('/api/v1/stream', (request, reply) => {
    const wanted = parseQuery(request, streamRequest)
    // A HEAD request has no body to follow.
    const isFollowed = wanted.follow && request.method !== 'HEAD'
    const follower = isFollowed ? followerFor(reply, doors, clientOf(request)) : undefined
    return streamed(request, reply, { wanted, follower }, doors)
  })
}

/**
 * Subscribes a client until its connection closes.
 * @throws RequestError 429 when the client has reached its limit, 503 when the service has.
 */
function followerFor(reply: FastifyReply, { following }: StreamDoors, client: string | undefined): Follower {
  const headers = { 'retry-after': `${fullRetryS}` }
  if (client !== undefined && following.hasItsShare(client))
    throw new RequestError(429, `follow: at most ${mostOfOneClient} followed streams per client`, {
      details: { limit: mostOfOneClient, retryAfterS: fullRetryS },
      headers,
    })
  const follower = following.begin(client)
  if (!follower)
    throw new RequestError(503, 'follow: too many followed streams; without follow the stream sends each list once', {
      code: 'SERVICE_BUSY',
      headers,
    })
  if (reply.raw.closed) follower.leave()
  reply.raw.once('close', follower.leave)
  return follower
}

interface Streaming {
  readonly wanted: StreamRequest
  readonly follower: Follower | undefined
}

function streamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { wanted, follower }: Streaming,
  { lists, log }: StreamDoors,
): FastifyReply {
  const messages = (signal: AbortSignal) =>
    follower
      ? followMessages(wanted, { lists, follower, pause: paused }, signal)
      : listMessages(wanted, { lists, pause: paused }, signal)
  // A browser reconnects unless it receives `end`; followers must reconnect after a restart, so they get none then.
  const isOver = () => follower?.ending.aborted !== true
  if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? ''))
    return sendLines(request, reply, (signal) => textsOf(messages(signal)), { log, broken, isQuiet: wanted.follow })
  return sendEvents(request, reply, (signal) => eventsOf(messages(signal), isOver), log)
}

const broken = JSON.stringify({
  type: 'error',
  sourceId: '*',
  data: [],
  total: 0,
  error: { kind: 'internal', message: 'internal error; see the log' },
})

async function paused(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}

async function* textsOf(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  for await (const message of messages) yield JSON.stringify(message)
}

/** Unnamed events, then `end` when the stream is complete, so that a browser does not reconnect. */
async function* eventsOf(messages: AsyncIterable<StreamMessage>, isOver: () => boolean): AsyncGenerator<NamedEvent> {
  for await (const text of textsOf(messages)) yield { data: text }
  if (isOver()) yield { event: 'end', data: '{}' }
}
