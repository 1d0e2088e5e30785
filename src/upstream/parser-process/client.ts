// Client of one parser process: every ask settles, even if the process dies.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type BirpcReturn, createBirpc } from 'birpc'
import { withTimeout } from '../../async/timeout.ts'
import type { AskPort } from '../ask/ask-port.ts'
import type { WarningLog } from '../ask/mirror-version.ts'
import { UpstreamError } from '../errors.ts'
import type { ParserFiles } from './files.ts'
import {
  errorFromData,
  errorToData,
  type MainFunctions,
  type ParserFunctions,
  type ParserTask,
  type SourceReplyData,
  settle,
  unwrap,
} from './protocol.ts'

export type ParserClient = ReturnType<typeof startParserClient>

interface ParserClientDeps {
  readonly start: () => ChildProcess
  readonly files: ParserFiles
  readonly log: WarningLog
  /** Called when the process accepts no more asks. */
  readonly onEnd: () => void
}

interface PendingAsk {
  readonly source: string
  readonly port: AskPort
  readonly fail: (error: unknown) => void
}

interface ParserState extends Omit<ParserClientDeps, 'start'> {
  readonly child: ChildProcess
  readonly pendingAsks: Map<number, PendingAsk>
  /** Aborts when the process is given up, and its downloads with it. */
  readonly lifetime: AbortController
  /** The ask that the process works on; 0 before the first. */
  currentAsk: number
  lastAsk: number
  /** Whether the process is being stopped on purpose. */
  isStopping: boolean
  /** Number of checks in a row without a reply. */
  missedPings: number
  idle?: NodeJS.Timeout
}

type ParserRpc = BirpcReturn<ParserFunctions, MainFunctions>

/** A parser process with the calls that it serves. */
interface RunningParser extends ParserState {
  readonly rpc: ParserRpc
}

/** The parser process ended, presumably because of another ask. */
export class ParserCrashed extends Error {}

/** Number of checks (seconds) for which parsing may block the process. */
const maxMissedPings = 30

/** A process that is unused for this time is stopped. */
const idleMs = 30 * 60_000

/** A process that exits by itself saves Node's compile cache; one that takes longer is killed. */
const exitMs = 300

export function startParserClient({ start, files, log, onEnd }: ParserClientDeps) {
  const child = start()
  const state: ParserState = {
    child,
    files,
    log,
    onEnd,
    pendingAsks: new Map(),
    lifetime: new AbortController(),
    currentAsk: 0,
    lastAsk: 0,
    isStopping: false,
    missedPings: 0,
  }
  const make: ParserFunctions['make'] = (ask, memo) => rpc.make(ask, memo)
  const rpc: ParserRpc = createBirpc<ParserFunctions, MainFunctions>(createMainFunctions(state, make), {
    // A send failure is followed by the exit of the process.
    post: (message) => void child.send(message, () => undefined),
    on: (listener) => void child.on('message', listener),
    timeout: -1,
  })
  const parser: RunningParser = Object.assign(state, { rpc })
  child.on('error', (error) => giveUp(parser, `the reply cannot be parsed: ${error.message}`))
  // The last message may arrive after the exit.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  void settle(() => ended).then(() => giveUp(parser, exitReason(child)))
  return {
    /** Rejects as the source does, with the signal's reason, or with `ParserCrashed`. */
    ask: (task: ParserTask, port: AskPort) => ask(parser, task, port),
    checkHealth: () => checkHealth(parser),
    stop: () => stop(parser),
  }
}

function ask(state: RunningParser, task: ParserTask, port: AskPort): Promise<SourceReplyData> {
  const { pendingAsks, rpc } = state
  keepAlive(state)
  clearTimeout(state.idle)
  state.lastAsk += 1
  const id = state.lastAsk
  const { promise, resolve, reject } = Promise.withResolvers<SourceReplyData>()
  pendingAsks.set(id, { source: task.source, port, fail: reject })
  const abort = () => {
    reject(port.signal.reason)
    void settle(() => rpc.abort(id, errorToData(port.signal.reason)))
  }
  port.signal.addEventListener('abort', abort, { once: true })
  const asked = rpc.ask(id, task).then(unwrap).then(resolve, reject)
  void asked.finally(() => {
    port.signal.removeEventListener('abort', abort)
    pendingAsks.delete(id)
    if (pendingAsks.size === 0) becomeIdle(state)
  })
  return promise
}

/** Pending asks keep this process alive; an idle parser does not. */
function keepAlive({ child }: ParserState): void {
  child.ref()
  child.channel?.ref()
}

function becomeIdle(state: RunningParser): void {
  state.child.unref()
  state.child.channel?.unref()
  if (!state.lifetime.signal.aborted && !state.files.hasUnsavedFiles())
    state.idle = setTimeout(() => void stop(state), idleMs).unref()
}

function checkHealth(state: RunningParser): void {
  if (state.pendingAsks.size === 0) return
  state.missedPings += 1
  if (state.missedPings > maxMissedPings) giveUp(state, `parsing the reply takes longer than ${maxMissedPings} s`)
  else
    void settle(() => state.rpc.ping()).then(() => {
      state.missedPings = 0
    })
}

/** Gives up a process that died or hangs: the ask it worked on fails, the other asks may be repeated. */
function giveUp(state: RunningParser, why: string): void {
  if (state.isStopping || state.lifetime.signal.aborted) return
  const culprit = state.currentAsk
  state.log.warn({ why, source: state.pendingAsks.get(culprit)?.source }, 'the parser process has ended')
  state.files.crashed(why)
  for (const [id, { fail }] of state.pendingAsks)
    fail(id === culprit ? new UpstreamError('mismatch', why) : new ParserCrashed())
  release(state)
  state.child.kill('SIGKILL')
}

async function stop(state: RunningParser): Promise<void> {
  const { child, rpc, pendingAsks } = state
  state.isStopping = true
  state.onEnd()
  for (const { fail } of pendingAsks.values()) fail(new UpstreamError('timeout', 'the service stops'))
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended: Promise<unknown> = hasEnded ? Promise.resolve() : once(child, 'exit')
  void settle(() => rpc.exit())
  await withTimeout(ended, exitMs)
  release(state)
  child.kill('SIGKILL')
  await ended
}

/** Rejects further calls and aborts the downloads of the process. */
function release(state: RunningParser): void {
  state.onEnd()
  clearTimeout(state.idle)
  state.lifetime.abort(new UpstreamError('timeout', 'the service stops'))
  state.rpc.$close()
}

/** Node aborts when it runs out of memory; the kernel kills processes that use too much. */
function exitReason({ signalCode, exitCode }: ChildProcess): string {
  const isMemory = signalCode === 'SIGABRT' || signalCode === 'SIGKILL' || exitCode === 134
  return isMemory ? 'parsing the reply takes more memory than allowed' : 'uncaught exception in the code of the source'
}

/** The functions that the parser process may call. */
function createMainFunctions(state: ParserState, make: ParserFunctions['make']): MainFunctions {
  const { pendingAsks, files, lifetime, log } = state
  const portOf = (id: number): AskPort => {
    const port = pendingAsks.get(id)?.port
    if (!port) throw new UpstreamError('timeout', 'no caller waits for it')
    return port
  }
  return {
    request: (id, url, init, options) => settle(async () => portOf(id).request(url, init, options)),
    reportFailure(id, host, data) {
      const error = errorFromData(data)
      if (error instanceof UpstreamError) pendingAsks.get(id)?.port.reportFailure(host, error)
    },
    recall: (id, { id: memo, key, forMs }) =>
      settle(async () =>
        portOf(id).recall({
          key,
          forMs,
          // The parser process validates it, because it has the schema.
          shape: { parse: (value): unknown => value },
          make: async () => unwrap(await make(id, memo)),
        }),
      ),
    download: (file) => files.download(file, lifetime.signal),
    readFile: files.read,
    writeFile: files.write,
    survived: files.survived,
    warn: (fields, words) => log.warn(fields, words),
    setCurrentAsk(id) {
      state.currentAsk = id
    },
  }
}
