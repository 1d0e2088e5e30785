// The stream route: lists as JSON lines or server-sent events, optionally followed by updates.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { missingSources, wrongParameter } from '../contract/example-errors.ts'
import { type StreamMessage, streamEvent, streamMessage, streamRequest } from '../contract/hotlist.ts'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { RequestError } from '../http/errors.ts'
import { parseQuery } from '../http/params.ts'
import { type NamedEvent, sendEventStream, sendNdjson } from '../http/streaming/server-sent-events.ts'
import type { Logger } from '../observability/log.ts'
import type { Lists } from './lists.ts'
import { listMessages } from './streaming/follow-stream.ts'
import { maxPerClient, type Subscriber, type Subscriptions } from './streaming/subscriptions.ts'

export const streamOperations = {
  listEvents: operation('lists', '/api/v1/stream', 'Several lists as a stream', {
    description:
      'JSON lines, or server-sent events if the client accepts `text/event-stream`. Each list is sent as `start`, some `data` and `end`, or as `error`, as soon as it is available. With `follow` the stream stays open, and a list is sent again when it changes; an idle stream gets an empty line or comment every 15 s.',
    query: streamRequest,
    answers: [
      { status: 200, meaning: 'The messages.', type: 'application/x-ndjson', stream: 'lines', schema: streamMessage },
      { status: 200, meaning: 'The messages.', type: 'text/event-stream', stream: 'events', schema: streamEvent },
      { status: 204, meaning: 'The stream is complete: the client reconnected with `Last-Event-ID: end`.' },
    ],
    errors: {
      400: [missingSources, wrongParameter('delay: must be an integer from 0 to 10000')],
      429: [{ message: 'follow: at most 32 followed streams per client', details: { limit: 32, retryAfterS: 30 } }],
      503: [
        {
          message: 'follow: too many followed streams; without follow the stream sends each list once',
          code: 'SERVICE_BUSY',
        },
      ],
    },
  }),
} satisfies Operations

export interface StreamRouteOptions {
  readonly lists: Lists
  readonly following: Pick<Subscriptions, 'subscribe' | 'isAtClientLimit'>
  readonly log: Logger
}

const retryAfterS = 30

export function streamRoutes(
  app: FastifyInstance,
  options: StreamRouteOptions,
  { rateLimitKey }: Pick<RequestGuard, 'rateLimitKey'>,
): void {
  const { lists, log } = options
  app.get(routePath(streamOperations.listEvents), (request, reply) => {
    const query = parseQuery(request, streamRequest)
    // A HEAD request has no body to follow.
    const isFollowed = query.follow && request.method !== 'HEAD'
    const follower = isFollowed ? subscribeClient(reply, options, rateLimitKey(request)) : undefined
    const messages = (signal: AbortSignal) => listMessages(query, { lists, follower, pause: sleep }, signal)
    // A browser reconnects unless it receives `end`; followers must reconnect after a restart, so they get none then.
    const isComplete = () => follower?.ending.aborted !== true
    if (/\btext\/event-stream\b/i.test(request.headers.accept ?? ''))
      return sendEventStream(request, reply, async (signal) => toEvents(messages(signal), isComplete), { log })
    const sent = { log, errorLine: internalErrorLine, hasHeartbeats: query.follow }
    return sendNdjson(request, reply, (signal) => toLines(messages(signal)), sent)
  })
}

/**
 * Subscribes a client until its connection closes.
 * @throws RequestError 429 when the client has reached its limit, 503 when the service has.
 */
function subscribeClient(
  reply: FastifyReply,
  { following }: StreamRouteOptions,
  client: string | undefined,
): Subscriber {
  const headers = { 'retry-after': `${retryAfterS}` }
  if (client !== undefined && following.isAtClientLimit(client))
    throw new RequestError(429, `follow: at most ${maxPerClient} followed streams per client`, {
      details: { limit: maxPerClient, retryAfterS: retryAfterS },
      headers,
    })
  const follower = following.subscribe(client)
  if (!follower)
    throw new RequestError(503, 'follow: too many followed streams; without follow the stream sends each list once', {
      code: 'SERVICE_BUSY',
      headers,
    })
  if (reply.raw.closed) follower.unsubscribe()
  reply.raw.once('close', follower.unsubscribe)
  return follower
}

const internalErrorLine = JSON.stringify({
  type: 'error',
  sourceId: '*',
  data: [],
  total: 0,
  error: { kind: 'internal', message: 'internal error; see the log' },
})

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}

async function* toLines(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  for await (const message of messages) yield JSON.stringify(message)
}

/** Unnamed events, then `end` when the stream is complete, so that a browser does not reconnect. */
async function* toEvents(
  messages: AsyncIterable<StreamMessage>,
  isComplete: () => boolean,
): AsyncGenerator<NamedEvent> {
  for await (const text of toLines(messages)) yield { data: text }
  if (isComplete()) yield { event: 'end', data: '{}' }
}
