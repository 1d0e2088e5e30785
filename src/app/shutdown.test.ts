// Tests of how the process ends, with a process of which only the test hears that it has.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../observability/log.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { installShutdown } from './shutdown.ts'

const sourcesFolder = '/srv/own sources'

async function make(shellPid?: () => number) {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const buffer = {
    write(line: string) {
      const { level, msg } = JSON.parse(line)
      lines.push(`${level} ${msg}`)
    },
  }
  const { log } = await createLog('silent', false, { buffer })
  const order: string[] = []
  const exit = vi.fn((code: number) => void order.push(`exit ${code}`))
  const end = vi.fn(async (_limitMs?: number) => void order.push('log'))
  const kill = (pid: number, signal: string) => {
    order.push(`${signal} to ${pid} with ${process.listenerCount(signal)} handlers`)
  }
  const process = Object.assign(new EventEmitter(), { exit, kill, pid: 7 })
  const stopping = installShutdown({
    log,
    write: (text) => void lines.push(text),
    end,
    process,
    sourcesFolders: [sourcesFolder],
    shellPid,
    monotonicMs: Date.now,
  })
  const step = (what: string, run: () => Promise<void>, isUrgent = false) => ({
    what,
    limitMs: 2_000,
    isUrgent,
    run() {
      order.push(what)
      return run()
    },
  })
  const soon = () => vi.advanceTimersByTimeAsync(0)
  return { stopping, process, step, order, lines, end, exit, soon }
}

async function done(): Promise<void> {
  // Nothing to be done.
}

function hanging(): Promise<never> {
  return new Promise(() => undefined)
}

/** An error that says it comes from a file. */
function errorAt(file: string, message = 'planted'): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n    at ask (${pathToFileURL(file).href}:3:9)\n    at node:internal/timers:1:1`
  return error
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  '%s has all done in turn, ends the log, and the process with 0',
  async (signal) => {
    const { stopping, process, step, order, soon } = await make()
    stopping.setSteps([step('answers', done), step('store', done)])
    process.emit(signal, signal)
    await soon()
    expect(order).toEqual(['answers', 'store', 'log', 'exit 0'])
  },
)

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  '%s before the start has finished ends the process by its default action, for which no thread has to end',
  async (signal) => {
    const { process, order, soon } = await make()
    process.emit(signal, signal)
    await soon()
    expect(order).toEqual(['log', `${signal} to 7 with 0 handlers`, 'exit 0'])
  },
)

it('what fails or hangs keeps nothing else from being done; the log says what it was, and the process ends with 1', async () => {
  const { stopping, process, step, order, lines } = await make()
  const failing = () => Promise.reject(new Error('disk full'))
  stopping.setSteps([step('learned', failing), step('store', hanging), step('traces', done)])
  process.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(order).toEqual(['learned', 'store'])
  await vi.advanceTimersByTimeAsync(1)
  expect(order).toEqual(['learned', 'store', 'traces', 'log', 'exit 1'])
  expect(lines.slice(1)).toEqual([
    '50 learned failed during shutdown',
    '60 store did not finish within 2 s; the process ends without it',
  ])
})

it('a second signal ends at once, but for the lines being written; the same Ctrl+C handed on twice is one', async () => {
  const { stopping, process, step, exit, end, soon } = await make()
  stopping.setSteps([step('answers', hanging)])
  process.emit('SIGINT', 'SIGINT')
  await vi.advanceTimersByTimeAsync(150)
  process.emit('SIGINT', 'SIGINT')
  await soon()
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  process.emit('SIGTERM', 'SIGTERM')
  await soon()
  expect(exit.mock.calls).toEqual([[1]])
  expect(end.mock.calls).toEqual([[100]])
})

it.each(['unhandledRejection', 'uncaughtException'])(
  'an %s is a bug of ours: it is logged, and what is urgent is done',
  async (event) => {
    const { stopping, process, step, order, lines, soon } = await make()
    stopping.setSteps([step('answers', hanging), step('store', done, true)])
    process.emit(event, errorAt('/srv/trawl/src/app.ts', `names ${pathToFileURL(sourcesFolder).href}/x.js only`))
    process.emit(event, new Error('a consequence'))
    await soon()
    expect(order).toEqual(['store', 'log', 'exit 1'])
    expect(lines).toEqual(['60 cannot go on'])
  },
)

it('a store that hangs holds a bug of ours for a second', async () => {
  const { stopping, process, step, order } = await make()
  stopping.setSteps([step('store', hanging, true)])
  process.emit('unhandledRejection', 'no error but words')
  await vi.advanceTimersByTimeAsync(999)
  expect(order).toEqual(['store'])
  await vi.advanceTimersByTimeAsync(1)
  expect(order).toEqual(['store', 'log', 'exit 1'])
})

it.each(['unhandledRejection', 'uncaughtException'])(
  'an %s in an own source, or because an upstream failed, ends nothing',
  async (event) => {
    const { process, exit, lines } = await make()
    process.emit(event, errorAt(`${sourcesFolder}/leaves.js`))
    process.emit(event, new UpstreamError('network', 'refused'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(exit).not.toHaveBeenCalled()
    expect(lines).toEqual([
      '50 a source of SOURCES_DIR failed outside of an ask',
      '50 an upstream failed, and the source that asked did not await it',
    ])
  },
)

it('a folder whose name begins like that of the own sources is none of them', async () => {
  const { process, exit, soon } = await make()
  process.emit('uncaughtException', errorAt(`${sourcesFolder}-not/leaves.js`))
  await soon()
  expect(exit).toHaveBeenCalledWith(1)
})

it('a mistake of the operator is a plain sentence, also where the log is JSON, and ends the process with 1', async () => {
  const { stopping, step, order, lines } = await make()
  stopping.setSteps([step('store', done, true)])
  await stopping.exitWithMessage('set PORT to a free one')
  expect(order).toEqual(['store', 'log', 'exit 1'])
  expect(lines).toEqual(['set PORT to a free one\n'])
})

it('that the shell of npm has ended counts as the first signal, and never as the second', async () => {
  const shell = { pid: 7 }
  const { stopping, process, step, order, lines } = await make(() => shell.pid)
  stopping.setSteps([step('answers', () => new Promise((resolve) => setTimeout(resolve, 1_500)))])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(order).toEqual([])
  shell.pid = 1
  await vi.advanceTimersByTimeAsync(500)
  process.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(order).toEqual(['answers', 'log', 'exit 0'])
  expect(lines).toEqual([
    '30 the shell of npm has ended: finishing running requests; send it again to stop immediately',
  ])
})

it('that it ends after a signal changes nothing', async () => {
  const shell = { pid: 7 }
  const { stopping, process, step, order } = await make(() => shell.pid)
  stopping.setSteps([step('answers', () => new Promise((resolve) => setTimeout(resolve, 1_500)))])
  process.emit('SIGINT', 'SIGINT')
  shell.pid = 1
  await vi.advanceTimersByTimeAsync(1_500)
  expect(order).toEqual(['answers', 'log', 'exit 0'])
})
