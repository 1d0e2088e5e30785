// Entry of the parser process: runs sources with an Io that calls the main process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createBirpc } from 'birpc'
import type { AskPort } from '../ask/ask-port.ts'
import { callSourceHere } from '../ask/call-source.ts'
import { createFileMirrors, type FileMirrors } from '../ask/file-mirror.ts'
import { limitsOf } from '../cache/answer-entry.ts'
import { UpstreamError } from '../errors.ts'
import type { Source } from '../source.ts'
import {
  errorFromData,
  errorToData,
  type FileUse,
  type MainFunctions,
  type ParserFunctions,
  settle,
  unwrap,
} from './protocol.ts'

interface RunningAsk {
  readonly controller: AbortController
  readonly memos: Map<number, () => Promise<unknown>>
}

/** Loads a source by its id, or makes it of its definition. Rejects if there is none. */
type LoadSource = (id: string, definition: string | undefined) => Promise<Source<unknown, unknown>>

/** Exits when the main process ends, and ignores the signals that a terminal sends to the whole process group. */
export function exitWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit(0))
  // A source may start a request without awaiting it; an upstream failure there is no bug.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof UpstreamError)) throw error
  })
}

export function serveParser(load: LoadSource): void {
  const runningAsks = new Map<number, RunningAsk>()
  const clock: MainClock = { now: 0 }
  const { awaitReply, runForAsk } = createWorkTracker((ask) => void main.setCurrentAsk.asEvent(ask))
  const functions: ParserFunctions = {
    ask(id, { source, definition, query, now }) {
      const ask: RunningAsk = { controller: new AbortController(), memos: new Map() }
      runningAsks.set(id, ask)
      clock.now = now.getTime()
      return runForAsk(id, async () => {
        const loaded = await load(source, definition)
        const askPort = createRemotePort({ id, ...ask, source: loaded, now, fileMirrors, main, awaitReply })
        const { items, partialFailure, skippedUpstream } = await callSourceHere(loaded, query, askPort)
        return {
          items,
          partialFailure: partialFailure === undefined ? undefined : errorToData(partialFailure),
          skippedUpstream: skippedUpstream === undefined ? undefined : errorToData(skippedUpstream),
        }
      }).finally(() => runningAsks.delete(id))
    },
    make: (id, memo) =>
      runForAsk(id, async () => {
        const make = runningAsks.get(id)?.memos.get(memo)
        if (!make) throw new UpstreamError('timeout', 'no caller waits for it')
        return make()
      }),
    abort: (id, reason) => runningAsks.get(id)?.controller.abort(errorFromData(reason)),
    ping: () => undefined,
    exit: () => process.exit(0),
  }
  const main = createBirpc<MainFunctions, ParserFunctions>(functions, {
    post: (message) => process.send?.(message),
    on: (listener) => void process.on('message', listener),
    timeout: -1,
  })
  const fileMirrors = createRemoteMirrors(main, awaitReply, clock)
}

/** Reports to the main process which ask is worked on, before anything is parsed: parsing may crash the process. */
function createWorkTracker(worksFor: (ask: number) => void) {
  const current = new AsyncLocalStorage<number>()
  let reported = 0
  const report = () => {
    const ask = current.getStore() ?? 0
    if (ask !== reported) worksFor(ask)
    reported = ask
  }
  return {
    /** Awaits a reply of the main process; its ask is then the current one. */
    async awaitReply<T>(reply: Promise<T>): Promise<T> {
      const value = await reply
      report()
      return value
    },
    runForAsk: <T>(ask: number, work: () => Promise<T>) =>
      current.run(ask, () => {
        report()
        return settle(work)
      }),
  }
}

/** Clock of the main process at its latest message, in epoch milliseconds. */
interface MainClock {
  now: number
}

type MainProcess = ReturnType<typeof createBirpc<MainFunctions, ParserFunctions>>
type AwaitReply = <T>(reply: Promise<T>) => Promise<T>

interface RemoteAsk extends RunningAsk {
  readonly id: number
  readonly source: Source<unknown, unknown>
  readonly now: Date
  readonly fileMirrors: FileMirrors
  readonly main: MainProcess
  readonly awaitReply: AwaitReply
}

/** Creates the port of an ask that calls the main process. */
function createRemotePort({ id, source, now, controller, memos, fileMirrors, main, awaitReply }: RemoteAsk): AskPort {
  const { signal } = controller
  const limits = limitsOf(source)
  return {
    signal,
    now,
    request: async (url, init, options) => unwrap(await awaitReply(main.request(id, url, init, options))),
    reportFailure: (host, error) => void main.reportFailure(id, host, errorToData(error)),
    async recall({ key, forMs, shape, make }) {
      const memo = memos.size
      memos.set(memo, make)
      return shape.parse(unwrap(await awaitReply(main.recall(id, { id: memo, key, forMs }))))
    },
    copy: (file, onOutdated, maxAttempts) =>
      fileMirrors.read(
        source.memoryOf ?? source.id,
        file,
        { signal, limits: maxAttempts === undefined ? limits : { ...limits, attempts: maxAttempts } },
        onOutdated,
      ),
  }
}

/** Creates mirrors whose files the main process downloads and stores; parsed values stay in this process. */
function createRemoteMirrors(main: MainProcess, awaitReply: AwaitReply, clock: MainClock): FileMirrors {
  /** The file is parsed synchronously after this call, so this runs only if parsing did not crash the process. */
  const reportSurvival = (use: FileUse, name: string) => setImmediate(() => void main.survived(use, name))
  return createFileMirrors(
    {
      async read(name) {
        const bytes = await awaitReply(main.readFile(name))
        reportSurvival('read', name)
        return bytes
      },
      write: (name, bytes) => awaitReply(main.writeFile(name, bytes)),
    },
    {
      epochMs: () => clock.now,
      async download(file) {
        const { now, settled } = await awaitReply(main.download(file))
        clock.now = now
        reportSurvival('download', file.name)
        return unwrap(settled)
      },
    },
    {
      warn: (fields, words) =>
        void main.warn('err' in fields ? { ...fields, err: errorToData(fields.err) } : fields, words),
    },
  )
}
