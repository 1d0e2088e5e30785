// The main thread's end of the line to one parser thread: every ask ends, whatever becomes of the thread.
import type { Worker } from 'node:worker_threads'
import { type BirpcReturn, createBirpc } from 'birpc'
import { within } from '../within.ts'
import type { AskPort } from './ask-port.ts'
import { UpstreamError } from './errors.ts'
import type { ParserFiles } from './parser-files.ts'
import {
  errorFromData,
  errorToData,
  fileBuffersIn,
  type MainFunctions,
  type ParserFunctions,
  type ParserTask,
  type SourceReplyData,
  settle,
  unwrap,
} from './parser-protocol.ts'

export interface ParserLine {
  /** Rejects as the source does, with the signal's reason, or with `ThreadLost`. */
  ask(task: ParserTask, port: AskPort): Promise<SourceReplyData>
  /** To be called every second: ends the thread when it has been busy for long without a pause. */
  look(): void
  /** Ends all asks and the thread. */
  end(): Promise<void>
}

export interface ParserLog {
  warn(fields: object, words: string): void
}

interface LineParts {
  readonly start: (running: Int32Array<SharedArrayBuffer>) => Worker
  readonly files: ParserFiles
  readonly log: ParserLog
  /** Hears that nothing can be asked any more. */
  readonly onEnd: () => void
}

interface OpenAsk {
  readonly source: string
  readonly port: AskPort
  readonly fail: (error: unknown) => void
}

interface Line extends Omit<LineParts, 'start'> {
  readonly worker: Worker
  readonly rpc: BirpcReturn<ParserFunctions, MainFunctions>
  /** The number of the ask the thread works for. */
  readonly running: Int32Array<SharedArrayBuffer>
  readonly open: Map<number, OpenAsk>
  /** Aborts, and downloads with it, when the thread is given up. */
  readonly over: AbortController
  lastAsk: number
  /** For how many looks it has not answered. */
  silentLooks: number
  idle: NodeJS.Timeout | undefined
}

/** The thread of an ask ended, as far as can be told by the fault of another ask. */
export class ThreadLost extends Error {}

/** So many looks may pass while a reply is read without a pause. */
const maxSilentLooks = 30

/** A thread that nobody needed for so long is ended. */
const idleMs = 30 * 60_000

/** What the thread compiled is kept when it ends, if that takes no longer. */
const finishMs = 300

/** Starts a thread. */
export function openParserLine({ start, files, log, onEnd }: LineParts): ParserLine {
  const running = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = start(running)
  const open: Line['open'] = new Map()
  const over = new AbortController()
  const make: ParserFunctions['make'] = (ask, memo) => rpc.make(ask, memo)
  const rpc = createBirpc<ParserFunctions, MainFunctions>(createMainFunctions({ open, files, over, log, make }), {
    post: (message) => worker.postMessage(message, fileBuffersIn(message)),
    on: (hear) => void worker.on('message', hear),
    timeout: -1,
  })
  const state = { lastAsk: 0, silentLooks: 0, idle: undefined }
  const line: Line = { worker, rpc, running, open, files, over, log, onEnd, ...state }
  worker.on('error', (error) => lose(line, reasonOf(error)))
  worker.on('exit', () => lose(line, 'its code ended the thread that reads large replies'))
  return { ask: (task, port) => ask(line, task, port), look: () => look(line), end: () => end(line) }
}

function ask(line: Line, task: ParserTask, port: AskPort): Promise<SourceReplyData> {
  const { open, rpc, worker } = line
  // An ask that is waited for holds the process; a thread that waits for asks does not.
  worker.ref()
  clearTimeout(line.idle)
  line.lastAsk += 1
  const id = line.lastAsk
  const { promise, resolve, reject } = Promise.withResolvers<SourceReplyData>()
  open.set(id, { source: task.source, port, fail: reject })
  const leave = () => {
    reject(port.signal.reason)
    void settle(() => rpc.leave(id, errorToData(port.signal.reason)))
  }
  port.signal.addEventListener('abort', leave, { once: true })
  const asked = rpc.ask(id, task).then(unwrap).then(resolve, reject)
  void asked.finally(() => {
    port.signal.removeEventListener('abort', leave)
    open.delete(id)
    if (open.size === 0) rest(line)
  })
  return promise
}

function rest(line: Line): void {
  line.worker.unref()
  if (!line.over.signal.aborted && !line.files.hasOnlyCopies())
    line.idle = setTimeout(() => void end(line), idleMs).unref()
}

function look(line: Line): void {
  if (line.open.size === 0) return
  line.silentLooks += 1
  if (line.silentLooks > maxSilentLooks) lose(line, `reading the reply takes longer than ${maxSilentLooks} s`)
  else
    void settle(() => line.rpc.ping()).then(() => {
      line.silentLooks = 0
    })
}

/** Gives up a thread that died, or is to: what it worked for fails, the other asks may be run again. */
function lose(line: Line, why: string): void {
  if (line.over.signal.aborted) return
  const culprit = Atomics.load(line.running, 0)
  line.log.warn({ why, source: line.open.get(culprit)?.source }, 'the thread that reads large replies was ended')
  line.files.lost(why)
  for (const [id, { fail }] of line.open) fail(id === culprit ? new UpstreamError('mismatch', why) : new ThreadLost())
  drop(line)
  void line.worker.terminate()
}

async function end(line: Line): Promise<void> {
  line.onEnd()
  for (const { fail } of line.open.values()) fail(new UpstreamError('timeout', 'the service stops'))
  await within(
    settle(() => line.rpc.finish()),
    finishMs,
  )
  drop(line)
  await line.worker.terminate()
}

/** Nothing is asked or done for it any more. */
function drop(line: Line): void {
  line.onEnd()
  clearTimeout(line.idle)
  line.over.abort(new UpstreamError('timeout', 'the service stops'))
  line.rpc.$close()
}

function reasonOf(error: unknown): string {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? 'the reply takes more memory than a parser may use' : 'its code failed where nobody could catch it'
}

interface FunctionsParts extends Pick<Line, 'open' | 'files' | 'over' | 'log'> {
  readonly make: ParserFunctions['make']
}

/** What the main thread does for the other. */
function createMainFunctions({ open, files, over, log, make }: FunctionsParts): MainFunctions {
  const portOf = (id: number): AskPort => {
    const port = open.get(id)?.port
    if (!port) throw new UpstreamError('timeout', 'nobody waits for it any more')
    return port
  }
  return {
    received: (id, url, init, maxAttempts) => settle(async () => portOf(id).received(url, init, maxAttempts)),
    failedAt(id, host, data) {
      const error = errorFromData(data)
      if (error instanceof UpstreamError) open.get(id)?.port.failedAt(host, error)
    },
    recall: (id, { id: memo, key, forMs }) =>
      settle(async () =>
        portOf(id).recall({
          ...{ key, forMs },
          // It is checked where its schema is.
          shape: { parse: (value): unknown => value },
          make: async () => unwrap(await make(id, memo)),
        }),
      ),
    download: (file) => files.download(file, over.signal),
    readFile: files.read,
    writeFile: files.write,
    survived: files.survived,
    warn: (fields, words) => log.warn(fields, words),
  }
}
