// The stream of lists, as JSON lines or as server-sent events, and what follows after it for who wants to follow.
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

/** What the stream calls. */
export interface StreamDoors {
  readonly lists: Lists
  readonly following: Pick<Following, 'begin' | 'hasItsShare'>
  readonly log: Logger
}

/** A board that was turned away comes back when others may have left. */
const fullRetryS = 30

/** Adds the stream to `app`; the guard tells whose a request is. */
export function streamRoutes(app: FastifyInstance, doors: StreamDoors, { clientOf }: Pick<Guard, 'clientOf'>): void {
  app.get('/api/v1/stream', (request, reply) => {
    const wanted = parseQuery(request, streamRequest)
    // Of a head nothing is followed.
    const isFollowed = wanted.follow && request.method !== 'HEAD'
    const follower = isFollowed ? followerFor(reply, doors, clientOf(request)) : undefined
    return streamed(request, reply, { wanted, follower }, doors)
  })
}

/**
 * One place among those that follow, until the client has left.
 * @throws RequestError 429 when the client has as many as one may have, 503 when there is none.
 */
function followerFor(reply: FastifyReply, { following }: StreamDoors, client: string | undefined): Follower {
  const headers = { 'retry-after': `${fullRetryS}` }
  if (client !== undefined && following.hasItsShare(client))
    throw new RequestError(429, `follow: at most ${mostOfOneClient} streams of one client are followed at once`, {
      details: { limit: mostOfOneClient, retryAfterS: fullRetryS },
      headers,
    })
  const follower = following.begin(client)
  if (!follower)
    throw new RequestError(503, 'follow: too many streams are followed already; without it the lists come once', {
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
  // Who follows is to come again after a restart, as browsers do by themselves unless they are told that it was the end.
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
  error: { kind: 'internal', message: 'internal error; the log has it' },
})

async function paused(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}

async function* textsOf(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  for await (const message of messages) yield JSON.stringify(message)
}

/** Plain messages, and `end` when it is over, so that a browser does not come again. */
async function* eventsOf(messages: AsyncIterable<StreamMessage>, isOver: () => boolean): AsyncGenerator<NamedEvent> {
  for await (const text of textsOf(messages)) yield { data: text }
  if (isOver()) yield { event: 'end', data: '{}' }
}
