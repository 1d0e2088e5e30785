// Client of one parser process: every ask settles, even if the process dies.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type BirpcReturn, createBirpc } from 'birpc'
import { within } from '../within.ts'
import type { AskPort } from './ask-port.ts'
import { UpstreamError } from './errors.ts'
import type { ParserFiles } from './parser-files.ts'
import {
  errorFromData,
  errorToData,
  type MainFunctions,
  type ParserFunctions,
  type ParserTask,
  type SourceReplyData,
  settle,
  unwrap,
} from './parser-protocol.ts'

export interface ParserLine {
  /** Rejects as the source does, with the signal's reason, or with `ParserLost`. */
  ask(task: ParserTask, port: AskPort): Promise<SourceReplyData>
  /** Called every second; kills the process when its event loop is blocked for too long. */
  look(): void
  /** Aborts all asks and stops the process. */
  end(): Promise<void>
}

export interface ParserLog {
  warn(fields: object, words: string): void
}

interface LineParts {
  readonly start: () => ChildProcess
  readonly files: ParserFiles
  readonly log: ParserLog
  /** Called when the process accepts no more asks. */
  readonly onEnd: () => void
}

interface OpenAsk {
  readonly source: string
  readonly port: AskPort
  readonly fail: (error: unknown) => void
}

interface Work {
  /** Number of the ask; 0 before the first. */
  ask: number
}

interface Line extends Omit<LineParts, 'start'> {
  readonly child: ChildProcess
  readonly rpc: BirpcReturn<ParserFunctions, MainFunctions>
  /** The ask that the process works on. */
  readonly work: Work
  readonly open: Map<number, OpenAsk>
  /** Aborts when the process is given up, and its downloads with it. */
  readonly over: AbortController
  lastAsk: number
  /** Whether the process is being stopped on purpose. */
  isEnding: boolean
  /** Number of checks in a row without a reply. */
  silentLooks: number
  idle: NodeJS.Timeout | undefined
}

/** The parser process ended, presumably because of another ask. */
export class ParserLost extends Error {}

/** Number of checks (seconds) for which parsing may block the process. */
const maxSilentLooks = 30

/** A process that is unused for this time is stopped. */
const idleMs = 30 * 60_000

/** A process that exits by itself saves Node's compile cache; one that takes longer is killed. */
const finishMs = 300

/** Starts a parser process and returns its client. */
export function openParserLine({ start, files, log, onEnd }: LineParts): ParserLine {
  const child = start()
  const open: Line['open'] = new Map()
  const [over, work] = [new AbortController(), { ask: 0 }]
  const make: ParserFunctions['make'] = (ask, memo) => rpc.make(ask, memo)
  const functions = createMainFunctions({ open, files, over, work, log, make })
  const rpc = createBirpc<ParserFunctions, MainFunctions>(functions, {
    // A send failure is followed by the exit of the process.
    post: (message) => void child.send(message, () => undefined),
    on: (hear) => void child.on('message', hear),
    timeout: -1,
  })
  const line: Line = {
    child,
    rpc,
    work,
    open,
    files,
    over,
    log,
    onEnd,
    lastAsk: 0,
    isEnding: false,
    silentLooks: 0,
    idle: undefined,
  }
  child.on('error', (error) => lose(line, `the reply cannot be parsed: ${error.message}`))
  // The last message may arrive after the exit.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  void settle(() => ended).then(() => lose(line, reasonOf(child)))
  return { ask: (task, port) => ask(line, task, port), look: () => look(line), end: () => end(line) }
}

function ask(line: Line, task: ParserTask, port: AskPort): Promise<SourceReplyData> {
  const { open, rpc } = line
  hold(line)
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

/** Pending asks keep this process alive; an idle parser does not. */
function hold({ child }: Line): void {
  child.ref()
  child.channel?.ref()
}

function rest(line: Line): void {
  line.child.unref()
  line.child.channel?.unref()
  if (!line.over.signal.aborted && !line.files.hasOnlyCopies())
    line.idle = setTimeout(() => void end(line), idleMs).unref()
}

function look(line: Line): void {
  if (line.open.size === 0) return
  line.silentLooks += 1
  if (line.silentLooks > maxSilentLooks) lose(line, `parsing the reply takes longer than ${maxSilentLooks} s`)
  else
    void settle(() => line.rpc.ping()).then(() => {
      line.silentLooks = 0
    })
}

/** Gives up a process that died or hangs: the ask it worked on fails, the other asks may be repeated. */
function lose(line: Line, why: string): void {
  if (line.isEnding || line.over.signal.aborted) return
  const culprit = line.work.ask
  line.log.warn({ why, source: line.open.get(culprit)?.source }, 'the parser process has ended')
  line.files.lost(why)
  for (const [id, { fail }] of line.open) fail(id === culprit ? new UpstreamError('mismatch', why) : new ParserLost())
  drop(line)
  line.child.kill('SIGKILL')
}

async function end(line: Line): Promise<void> {
  const { child, rpc, open } = line
  line.isEnding = true
  line.onEnd()
  for (const { fail } of open.values()) fail(new UpstreamError('timeout', 'the service stops'))
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended: Promise<unknown> = hasEnded ? Promise.resolve() : once(child, 'exit')
  void settle(() => rpc.finish())
  await within(ended, finishMs)
  drop(line)
  child.kill('SIGKILL')
  await ended
}

/** Rejects further calls and aborts the downloads of the process. */
function drop(line: Line): void {
  line.onEnd()
  clearTimeout(line.idle)
  line.over.abort(new UpstreamError('timeout', 'the service stops'))
  line.rpc.$close()
}

/** Node aborts when it runs out of memory; the kernel kills processes that use too much. */
function reasonOf({ signalCode, exitCode }: ChildProcess): string {
  const isMemory = signalCode === 'SIGABRT' || signalCode === 'SIGKILL' || exitCode === 134
  return isMemory ? 'parsing the reply takes more memory than allowed' : 'uncaught exception in the code of the source'
}

interface FunctionsParts extends Pick<Line, 'open' | 'files' | 'over' | 'work' | 'log'> {
  readonly make: ParserFunctions['make']
}

/** The functions that the parser process may call. */
function createMainFunctions({ open, files, over, work, log, make }: FunctionsParts): MainFunctions {
  const portOf = (id: number): AskPort => {
    const port = open.get(id)?.port
    if (!port) throw new UpstreamError('timeout', 'no caller waits for it')
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
          // The parser process validates it, because it has the schema.
          shape: { parse: (value): unknown => value },
          make: async () => unwrap(await make(id, memo)),
        }),
      ),
    download: (file) => files.download(file, over.signal),
    readFile: files.read,
    writeFile: files.write,
    survived: files.survived,
    warn: (fields, words) => log.warn(fields, words),
    worksFor(id) {
      work.ask = id
    },
  }
}
