// Entry of the parser process: runs sources with an Io that calls the main process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createBirpc } from 'birpc'
import type { AskPort } from './ask-port.ts'
import { askHere } from './ask-source.ts'
import { type Copies, createCopies } from './copies.ts'
import { UpstreamError } from './errors.ts'
import { limitsOf } from './kept.ts'
import {
  errorFromData,
  errorToData,
  type FileUse,
  type MainFunctions,
  type ParserFunctions,
  settle,
  unwrap,
} from './parser-protocol.ts'
import type { Source } from './source.ts'

/** An ask in this process. */
interface OpenAsk {
  readonly leaving: AbortController
  readonly memos: Map<number, () => Promise<unknown>>
}

/** Loads a source by its id. Rejects if there is none. */
type LoadSource = (id: string) => Promise<Source<unknown, unknown>>

/** Exits when the main process ends, and ignores the signals that a terminal sends to the whole process group. */
export function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit(0))
  // A source may start a request without awaiting it; an upstream failure there is no bug.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof UpstreamError)) throw error
  })
}

/** Serves calls of the main process. */
export function serveParser(load: LoadSource): void {
  const open = new Map<number, OpenAsk>()
  const clock: Clock = { now: 0 }
  const { heard, worked } = createWorkNotes((ask) => void main.worksFor.asEvent(ask))
  const functions: ParserFunctions = {
    ask(id, { source, query, now }) {
      const ask: OpenAsk = { leaving: new AbortController(), memos: new Map() }
      open.set(id, ask)
      clock.now = now.getTime()
      return worked(id, async () => {
        const loaded = await load(source)
        const askPort = createRemotePort({ id, ...ask, source: loaded, now, copies, main, heard })
        const { items, lacking, bypassed } = await askHere(loaded, query, askPort)
        return {
          items,
          lacking: lacking === undefined ? undefined : errorToData(lacking),
          bypassed: bypassed === undefined ? undefined : errorToData(bypassed),
        }
      }).finally(() => open.delete(id))
    },
    make: (id, memo) =>
      worked(id, async () => {
        const make = open.get(id)?.memos.get(memo)
        if (!make) throw new UpstreamError('timeout', 'no caller waits for it')
        return make()
      }),
    leave: (id, reason) => open.get(id)?.leaving.abort(errorFromData(reason)),
    ping: () => undefined,
    finish: () => process.exit(0),
  }
  const main = createBirpc<MainFunctions, ParserFunctions>(functions, {
    post: (message) => process.send?.(message),
    on: (hear) => void process.on('message', hear),
    timeout: -1,
  })
  const copies = createRemoteCopies(main, heard, clock)
}

/**
 * Reports to the main process, before anything is parsed, which ask is being worked on, because parsing may crash the
 * process.
 */
function createWorkNotes(worksFor: (ask: number) => void) {
  const current = new AsyncLocalStorage<number>()
  let noted = 0
  const note = () => {
    const ask = current.getStore() ?? 0
    if (ask !== noted) worksFor(ask)
    noted = ask
  }
  return {
    /** Awaits a reply of the main process; its ask is then the current one. */
    async heard<T>(reply: Promise<T>): Promise<T> {
      const value = await reply
      note()
      return value
    },
    /** Runs work for an ask. */
    worked: <T>(ask: number, work: () => Promise<T>) =>
      current.run(ask, () => {
        note()
        return settle(work)
      }),
  }
}

/** Clock of the main process at its latest message, in epoch milliseconds. */
interface Clock {
  now: number
}

type Main = ReturnType<typeof createBirpc<MainFunctions, ParserFunctions>>
type Heard = <T>(reply: Promise<T>) => Promise<T>

interface RemoteAsk extends OpenAsk {
  readonly id: number
  readonly source: Source<unknown, unknown>
  readonly now: Date
  readonly copies: Copies
  readonly main: Main
  readonly heard: Heard
}

/** Creates the port of an ask that calls the main process. */
function createRemotePort({ id, source, now, leaving, memos, copies, main, heard }: RemoteAsk): AskPort {
  const { signal } = leaving
  const limits = limitsOf(source)
  return {
    ...{ signal, now },
    received: async (url, init, maxAttempts) => unwrap(await heard(main.received(id, url, init, maxAttempts))),
    failedAt: (host, error) => void main.failedAt(id, host, errorToData(error)),
    async recall({ key, forMs, shape, make }) {
      const memo = memos.size
      memos.set(memo, make)
      return shape.parse(unwrap(await heard(main.recall(id, { id: memo, key, forMs }))))
    },
    copy: (file, lacking, maxAttempts) =>
      copies.read(
        source.memoryOf ?? source.id,
        file,
        { signal, limits: maxAttempts === undefined ? limits : { ...limits, attempts: maxAttempts } },
        lacking,
      ),
  }
}

/**
 * Creates mirrors whose files the main process downloads and stores; parsed values stay in the memory of this process.
 */
function createRemoteCopies(main: Main, heard: Heard, clock: Clock): Copies {
  /**
   * The file is parsed synchronously after this call, so this callback runs only if parsing did not crash the process.
   */
  const surviving = (use: FileUse, name: string) => setImmediate(() => void main.survived(use, name))
  return createCopies(
    {
      async read(name) {
        const bytes = await heard(main.readFile(name))
        surviving('read', name)
        return bytes
      },
      write: (name, bytes) => heard(main.writeFile(name, bytes)),
    },
    {
      epochMs: () => clock.now,
      async download(file) {
        const { now, settled } = await heard(main.download(file))
        clock.now = now
        surviving('download', file.name)
        return unwrap(settled)
      },
    },
    {
      warn: (fields, words) =>
        void main.warn('err' in fields ? { ...fields, err: errorToData(fields.err) } : fields, words),
    },
  )
}
