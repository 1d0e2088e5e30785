// The server of a worker: answers cache hits, forwards all other requests, applies changes from the primary.
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAdmits } from '../http/allow-list.ts'
import { createKeyTest } from '../http/api-keys.ts'
import { type Callers, createCallers } from '../http/callers.ts'
import { clientText, createClients } from '../http/client.ts'
import { createSharedAddressTest } from '../http/connections.ts'
import { openDoor } from '../http/door.ts'
import { createEncodingChoice } from '../http/encodings.ts'
import type { ToldAccess } from '../http/entrance.ts'
import type { ErrorText } from '../http/errors.ts'
import { type Finishing, finishBeforeClosing } from '../http/finishing.ts'
import { createPass } from '../http/guard.ts'
import { openHeaders } from '../http/headers.ts'
import type { KeptAnswer } from '../http/ready.ts'
import { addLane, createReadyLane } from '../http/ready-lane.ts'
import { createIdChoice } from '../http/request-id.ts'
import { pathOf } from '../http/target.ts'
import { createBudget } from '../store/budget.ts'
import { createVersions } from '../upstream/versions.ts'
import { createCameAnswers } from './came-answers.ts'
import { createFarLimits } from './far-limits.ts'
import { createHandOn } from './hand-on.ts'
import { type Beginning, type FromWorker, type ListenFailure, listenFailureOf, type ToWorker } from './messages.ts'
import { createTakenBatches } from './taken-batches.ts'
import { createUnreached } from './unreached.ts'

export interface WorkerParts {
  readonly beginning: Beginning
  say(message: FromWorker): void
  readonly errorText: ErrorText
  readonly newRequestId: () => string
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

export interface WorkerDoor {
  /** Starts listening. Resolves to the failure, or to undefined on success. */
  listen(): Promise<ListenFailure | undefined>
  heard(news: Exclude<ToWorker, { kind: 'init' | 'shutdown' }>): void
  /** Finishes running requests, and sends the pending reports. */
  close(): Promise<void>
}

type Take = (request: IncomingMessage, response: ServerResponse) => void

/** Creates the server of a worker. */
export function openWorkerDoor(parts: WorkerParts): WorkerDoor {
  const { beginning, say } = parts
  const known = createKnown(parts)
  const batches = createTakenBatches((rows) => say({ kind: 'cache-hits', rows }))
  const door = openTaking((finishing) => createTake({ ...parts, ...known, batches, finishing }), {
    ears: { told: (text) => say({ kind: 'log', text }) },
    isShared: createSharedAddressTest(beginning.access.proxies),
  })
  return {
    async listen() {
      try {
        await door.listen({ host: beginning.host, port: beginning.port })
        return undefined
      } catch (error) {
        return listenFailureOf(error)
      }
    },
    heard(news) {
      known.heard(news)
      if (news.kind === 'allow-list') say({ kind: 'allow-list-applied', id: news.id })
    },
    async close() {
      await door.close()
      known.flush()
      batches.flush()
    },
  }
}

/** State that the primary shares with the worker. */
function createKnown({ beginning, say, epochMs, monotonicMs }: WorkerParts) {
  const versions = createVersions()
  versions.follow(beginning.counters)
  let admits = createAdmits(beginning.blocks)
  const shelf = createBudget(beginning.cacheBytes, epochMs).hold<KeptAnswer>()
  const { access } = beginning
  const limits = createFarLimits({
    rules: access.rates,
    tell: (rows) => say({ kind: 'rate-limit-usage', rows }),
    monotonicMs,
  })
  const clients = createClients({ proxies: access.proxies })
  const allowList = { allows: (address: string | undefined) => admits(address) }
  return {
    answers: createCameAnswers(shelf, versions.isCurrent),
    clients,
    pass: createPass({ allowList, clients, callers: callersOf(access), limits }),
    flush: limits.flush,
    heard(news: Parameters<WorkerDoor['heard']>[0]): void {
      if (news.kind === 'allow-list') admits = createAdmits(news.blocks)
      else if (news.kind === 'rate-limited') limits.over(news)
      else for (const slot of news.slots) versions.follow(slot)
    },
  }
}

/** Workers verify API keys only; other credentials are left to the primary. */
function callersOf({ keys, hasLogins }: ToldAccess): Callers {
  return createCallers({
    keys: keys && createKeyTest(keys),
    logins: hasLogins ? { known: () => undefined, verify: async () => undefined } : undefined,
    hasAdminToken: () => false,
  })
}

interface TakeParts extends WorkerParts, Pick<ReturnType<typeof createKnown>, 'answers' | 'clients' | 'pass'> {
  readonly batches: ReturnType<typeof createTakenBatches>
  readonly finishing: Finishing
}

function createTake({ beginning, answers, clients, pass, batches, finishing, ...parts }: TakeParts): Take {
  const requestId = createIdChoice(parts.newRequestId)
  const lane = createReadyLane({
    ready: { find: answers.find, encodingFor: createEncodingChoice() },
    pass: (request, { route }) => pass(request, route),
    taken({ request, requestId, route, status, tookMs, bytes, asks }) {
      const { method = '', url = '' } = request
      const { address } = clients.of(request)
      batches.add({ requestId, method, target: pathOf(url), route, status, tookMs, bytes, address, asks })
    },
    openHeaders,
    requestId,
    finishing,
    epochMs: parts.epochMs,
    monotonicMs: parts.monotonicMs,
  })
  const unreached = createUnreached({
    errorText: parts.errorText,
    requestId: ({ headers }) => requestId(headers['x-request-id']),
    told: batches.add,
  })
  const handOn = createHandOn({
    socketPath: beginning.socketPath,
    agent: new Agent({ keepAlive: true }),
    clientText: ({ socket: { remoteAddress: address = '' }, httpVersion }) =>
      clientText(beginning.key, { address, httpVersion }),
    came: answers.came,
    failed(request, response, error) {
      parts.say({ kind: 'log', text: `a request could not be forwarded (${error.message})` })
      unreached(request, response)
    },
    monotonicMs: parts.monotonicMs,
  })
  return (request, response) => {
    if (lane(request, response)) return
    finishing.began(response)
    handOn(request, response)
  }
}

/** Creates a server whose requests are all handled before the framework sees them. */
function openTaking(createTake: (finishing: Finishing) => Take, ways: Parameters<typeof openDoor>[1]) {
  const door = openDoor({ genReqId: () => '', frameworkErrors: () => undefined }, ways)
  const take = createTake(finishBeforeClosing(door))
  addLane(door, (request, response) => {
    take(request, response)
    return true
  })
  return door
}
