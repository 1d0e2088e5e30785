// Entry point of a worker process. Like main.ts, it creates the clock and the random values.
import { randomUUID } from 'node:crypto'
import { createIds } from '../http/request-id.ts'
import type { FromWorker, ToWorker } from '../workers/messages.ts'
import { removePrivateSocket } from '../workers/private-socket.ts'
import { openWorkerDoor, type WorkerDoor } from '../workers/worker-door.ts'
import { endByBugs } from '../workers/worker-ending.ts'
import { createErrorBody } from './error-body.ts'

function say(message: FromWorker, said: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, said)
}

function begin(message: ToWorker & { kind: 'init' }): WorkerDoor {
  const clock = { now: () => performance.now(), time: Date.now }
  const door = openWorkerDoor({
    beginning: message,
    say,
    errorText: createErrorBody(clock.time),
    newRequestId: createIds(randomUUID().slice(0, 13)),
    ...clock,
  })
  // If the primary dies, Node ends this worker; remove the socket on exit.
  process.once('exit', () => {
    if (!process.connected) removePrivateSocket(message.socketPath)
  })
  void door.listen().then((failure) => {
    if (failure) say({ kind: 'listen-failed', failure }, () => process.exit(1))
    else say({ kind: 'listening' })
  })
  return door
}

function main(): void {
  const held: { door?: WorkerDoor } = {}
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'init') held.door = begin(message)
    else if (message.kind === 'shutdown') {
      void (held.door?.close() ?? Promise.resolve()).finally(() => say({ kind: 'exiting' }, () => process.exit(0)))
    } else held.door?.heard(message)
  })
  // A terminal sends its signals to all processes of the group; the primary coordinates the shutdown.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('SIGHUP', () => undefined)
  endByBugs({ say: (text, told) => say({ kind: 'log', text }, told), process })
  say({ kind: 'ready' })
}

main()
