// The entry of a worker process: listens, serves cached responses, and forwards all other requests to the primary.
import { randomUUID } from 'node:crypto'
import { createRequestIdSequence } from '../http/request-id.ts'
import { exitOnCrash } from '../workers/exit-on-crash.ts'
import type { FromWorker, ToWorker } from '../workers/ipc-messages.ts'
import { removePrivateSocket } from '../workers/private-socket.ts'
import { createWorkerServer, type WorkerServer } from '../workers/worker-server.ts'
import { createErrorBody } from './error-body.ts'

function send(message: FromWorker, onSent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, onSent)
}

function openServer(message: ToWorker & { kind: 'init' }): WorkerServer {
  const server = createWorkerServer({
    init: message,
    send: send,
    errorText: createErrorBody(Date.now),
    newRequestId: createRequestIdSequence(randomUUID().slice(0, 13)),
    epochMs: Date.now,
    monotonicMs: () => performance.now(),
  })
  // If the primary dies, Node ends this worker; remove the socket on exit.
  process.once('exit', () => {
    if (!process.connected) removePrivateSocket(message.socketPath)
  })
  void server.listen().then((failure) => {
    if (failure) send({ kind: 'listen-failed', failure }, () => process.exit(1))
    else send({ kind: 'listening' })
  })
  return server
}

function main(): void {
  const opened: { server?: WorkerServer } = {}
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'init') opened.server = openServer(message)
    else if (message.kind === 'shutdown') {
      const closing = opened.server?.close() ?? Promise.resolve()
      void closing.finally(() => send({ kind: 'exiting' }, () => process.exit(0)))
    } else opened.server?.apply(message)
  })
  // A terminal sends signals to all processes; only the primary acts on them.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('SIGHUP', () => undefined)
  exitOnCrash({ send: (text, onSent) => send({ kind: 'log', text }, onSent), process })
  send({ kind: 'ready' })
}

main()
