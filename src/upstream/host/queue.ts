// The queue of a host: a task starts when the host, and all limits of a caller that waits for it, have room.

/** A bound on how many tasks run at once, in any queues. */
export interface Limit {
  max: number
  /** Number of tasks that hold it. */
  running: number
  readonly waiting: Set<Task>
}

/** A caller, and the limits of the tasks that start for it. */
export interface Caller {
  /** A task holds each of them while it runs. */
  readonly limits: readonly Limit[]
  /** Lower goes first within the turn of a client, and where a limit over several queues has room again. Default: 0. */
  readonly order?: (() => number) | undefined
  /** Milliseconds after which a running task gives the limits back and goes on. Default: it holds them to its end. */
  readonly holdMs?: number | undefined
  /** Clients take turns in each queue. Default: no particular client. */
  readonly client?: string | undefined
}

/** The callers that wait for the same: their tasks start for the first of them that has room. */
export interface Callers {
  readonly all: Set<Caller>
  /** Their tasks that have not started. */
  readonly tasks: Set<Task>
}

/** Tasks that start when there is room, each client in its turn. */
export interface Queue {
  readonly limit: Limit
  readonly clients: Map<string, Client>
  /** The round of the latest task. */
  round: number
  /** While it returns true no task starts. */
  readonly isPaused: () => boolean
}

/** A client with waiting tasks in a queue. */
interface Client {
  waiting: number
  /** The round in which its next task starts; lower goes first. */
  round: number
}

/** A task that waits. */
interface Task {
  readonly queue: Queue
  readonly callers: Callers
  readonly client: Client
  readonly isUrgent: () => boolean
  readonly start: (caller: Caller) => void
}

interface QueuedWork<Result> {
  readonly callers: Callers
  /** Aborts when the result is no longer wanted. */
  readonly signal: AbortSignal
  /** Whether it goes before those that are not urgent. Default: it does not. */
  readonly isUrgent?: () => boolean
  /** Called in the turn of the event loop in which the task gets its room. */
  readonly work: () => Promise<Result>
}

export function createLimit(max: number): Limit {
  return { max, running: 0, waiting: new Set() }
}

export function createQueue(max: number, isPaused: () => boolean = () => false): Queue {
  return { limit: createLimit(max), clients: new Map(), round: 0, isPaused }
}

export function createCallers(first: Caller = { limits: [] }): Callers {
  return { all: new Set([first]), tasks: new Set() }
}

/** Another caller waits for the same. */
export function addCaller({ all, tasks }: Callers, caller: Caller): void {
  all.add(caller)
  for (const { waiting } of caller.limits) for (const task of tasks) waiting.add(task)
  for (const task of tasks) startNext(task.queue)
}

/** A caller has left: no task starts for it. */
export function removeCaller({ all, tasks }: Callers, caller: Caller): void {
  all.delete(caller)
  const others = new Set([...all].flatMap(({ limits }) => limits))
  for (const limit of caller.limits) if (!others.has(limit)) for (const task of tasks) limit.waiting.delete(task)
}

/**
 * Runs work in its turn. Urgent tasks go first; then clients take turns (start-time fair queueing): a client that arrives later starts in the
 * current round, so it does not wait for all that others have queued. Rejects as the work does, or with the reason of
 * `signal`; work that runs then keeps its room until it ends.
 */
export async function runQueued<Result>(queue: Queue, queued: QueuedWork<Result>): Promise<Result> {
  const { callers, signal, isUrgent = () => false, work } = queued
  signal.throwIfAborted()
  const result = Promise.withResolvers<Result>()
  const [{ client: name = '' } = {}] = callers.all
  const client = queue.clients.get(name) ?? { waiting: 0, round: queue.round + 1 }
  const leave = () => {
    for (const set of setsOf(task)) set.delete(task)
    client.waiting -= 1
    if (client.waiting === 0) queue.clients.delete(name)
  }
  const onAbort = () => {
    if (callers.tasks.has(task)) leave()
    result.reject(signal.reason)
  }
  const start = (caller: Caller) => {
    if (!isUrgent()) {
      queue.round = Math.max(queue.round, client.round)
      client.round = queue.round + 1
    }
    leave()
    const release = hold(queue, caller)
    work().finally(release).then(result.resolve, result.reject)
  }
  const task: Task = { queue, callers, client, isUrgent, start }
  queue.clients.set(name, client)
  client.waiting += 1
  for (const set of setsOf(task)) set.add(task)
  signal.addEventListener('abort', onAbort, { once: true })
  startAll(queue)
  return result.promise.finally(() => signal.removeEventListener('abort', onAbort))
}

/** The sets of waiting tasks to which a task belongs. */
function setsOf({ queue, callers }: Task): Set<Task>[] {
  return [
    queue.limit.waiting,
    callers.tasks,
    ...[...callers.all].flatMap(({ limits }) => limits.map((one) => one.waiting)),
  ]
}

function startAll(queue: Queue): void {
  while (startNext(queue));
}

/** Starts the first of the tasks for which there is room; false if there is none. */
function startNext({ limit, isPaused }: Queue): boolean {
  if (!hasRoom(limit) || isPaused()) return false
  let first: StartableTask | undefined
  for (const task of limit.waiting) {
    // Before its callers are looked at, because a crowd has thousands that wait.
    if (first && isAfter(task, first.task)) continue
    const caller = callerWithRoom(task.callers)
    if (caller && (!first || isBefore(task, caller, first))) first = { task, caller }
  }
  first?.task.start(first.caller)
  return first !== undefined
}

function callerWithRoom({ all }: Callers): Caller | undefined {
  let best: Caller | undefined
  for (const caller of all) if (haveRoom(caller.limits) && (!best || orderOf(caller) < orderOf(best))) best = caller
  return best
}

interface StartableTask {
  readonly task: Task
  readonly caller: Caller
}

/** Whether a task comes after another by urgency or by the turn of its client. */
function isAfter(task: Task, other: Task): boolean {
  const isUrgent = task.isUrgent()
  if (isUrgent !== other.isUrgent()) return !isUrgent
  return !isUrgent && task.client.round > other.client.round
}

function isBefore(task: Task, caller: Caller, first: StartableTask): boolean {
  return isAfter(first.task, task) || orderOf(caller) < orderOf(first.caller)
}

function orderOf({ order }: Caller): number {
  return order?.() ?? 0
}

function hasRoom({ running, max }: Limit): boolean {
  return running < max
}

function haveRoom(limits: readonly Limit[]): boolean {
  for (const limit of limits) if (!hasRoom(limit)) return false
  return true
}

/** Takes the room of a task. Returns the function that gives it back. */
function hold(queue: Queue, { limits, holdMs }: Caller): () => void {
  let held = limits
  const giveBack = () => {
    const returned = held
    held = []
    for (const limit of returned) limit.running -= 1
    offer(returned)
  }
  for (const limit of [queue.limit, ...limits]) limit.running += 1
  const timer = holdMs === undefined ? undefined : setTimeout(giveBack, holdMs)
  return () => {
    clearTimeout(timer)
    queue.limit.running -= 1
    giveBack()
    startAll(queue)
  }
}

/** Lets the queues of the tasks that wait for limits start the next one, in the order of these tasks. */
function offer(limits: readonly Limit[]): void {
  const waiting = new Set(limits.flatMap((limit) => [...limit.waiting]))
  const startable = [...waiting].flatMap((task) => {
    const caller = callerWithRoom(task.callers)
    return caller ? [{ task, order: orderOf(caller) }] : []
  })
  for (const { task } of startable.sort((one, other) => one.order - other.order))
    if (callerWithRoom(task.callers)) startNext(task.queue)
}
