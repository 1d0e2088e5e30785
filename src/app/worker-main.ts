// The entry of a worker process: listens, answers what is ready, and hands everything else on. It makes what lasts, as main.ts does.
import { randomUUID } from 'node:crypto'
import { createIds } from '../http/access.ts'
import type { FromWorker, ToWorker } from '../workers/messages.ts'
import { removePrivateSocket } from '../workers/private-socket.ts'
import { openWorkerDoor, type WorkerDoor } from '../workers/worker-door.ts'
import { endByBugs } from '../workers/worker-ending.ts'
import { createErrorBody } from './error-body.ts'

function say(message: FromWorker, said: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, said)
}

function begin(message: ToWorker & { kind: 'begin' }): WorkerDoor {
  const clock = { now: () => performance.now(), time: Date.now }
  const door = openWorkerDoor({
    beginning: message,
    say,
    errorText: createErrorBody(clock.time),
    newRequestId: createIds(randomUUID().slice(0, 13)),
    ...clock,
  })
  // Whoever is left without the main process ends, as Node has it, and leaves nothing behind.
  process.once('exit', () => {
    if (!process.connected) removePrivateSocket(message.socketPath)
  })
  void door.listen().then((failure) => {
    if (failure) say({ kind: 'deaf', failure }, () => process.exit(1))
    else say({ kind: 'listening' })
  })
  return door
}

function main(): void {
  const held: { door?: WorkerDoor } = {}
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'begin') held.door = begin(message)
    else if (message.kind === 'finish') {
      void (held.door?.close() ?? Promise.resolve()).finally(() => say({ kind: 'done' }, () => process.exit(0)))
    } else held.door?.heard(message)
  })
  // A terminal sends its signals to all processes; the main one says what is to be done.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('SIGHUP', () => undefined)
  endByBugs({ say: (text, told) => say({ kind: 'trouble', text }, told), process })
  say({ kind: 'here' })
}

main()
