// An upstream whose large replies the test sources read in a parser process.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createMetrics } from '../../src/observability/metrics.ts'
import type { Outcome } from '../../src/upstream/source.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { type ParserItem, type ParserQuery, parserSource } from './parser-sources.ts'
import { createMemoryFiles, makeAnswers, makeClock, makeTransport } from './wire.ts'

const entry = fileURLToPath(new URL('./parser-sources.ts', import.meta.url))

interface Options {
  readonly heapMb?: number
  readonly shelf?: ReturnType<typeof createMemoryFiles>
  readonly clock?: ReturnType<typeof makeClock>
}

/** Creates it; it ends with the test. Every ask sends a request to the upstream. */
export function makeParsing({
  heapMb = 512,
  shelf: fileStorage = createMemoryFiles(),
  clock = makeClock(),
}: Options = {}) {
  const lines: unknown[] = []
  const children: ChildProcess[] = []
  const upstream = createUpstream({
    transport: makeTransport(),
    answers: makeAnswers(clock.epochMs),
    fileStorage,
    metrics: createMetrics(),
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    epochMs: clock.epochMs,
    random: () => 0,
    startParser() {
      // Hides Node's out-of-memory report from the test output.
      const child = fork(entry, {
        execArgv: [`--max-old-space-size=${heapMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      children.push(child)
      return child
    },
  })
  onTestFinished(() => upstream.close())
  const ask = (id: string, query: ParserQuery, signal?: AbortSignal): Promise<Outcome<ParserItem>> => {
    return upstream.ask(parserSource(id), query, { maxAgeMs: 0, allowsRemembered: true, ...(signal ? { signal } : {}) })
  }
  return { ask, upstream, clock, shelf: fileStorage, files: fileStorage.files, lines, children }
}
