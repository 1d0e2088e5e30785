// The log: one JSON line per event, or readable lines on a terminal.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type LoggerOptions, multistream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

export type ClosableLog = Awaited<ReturnType<typeof createLog>>

/** Default time for writing the last lines. */
const defaultDrainMs = 1_000

/** Maximum size of lines queued for a slow reader; further lines are dropped. Logging never blocks the server. */
const maxQueuedBytes = 4 * 1024 * 1024

interface LogOptions {
  readonly buffer?: { write(line: string): void } | undefined
  readonly translate?: ((message: string) => string) | undefined
}

/**
 * Creates the log. `level` is a value of `LOG_LEVEL`; `isReadable` formats lines for a terminal instead of JSON on standard output. `buffer`
 * receives every line from `debug` up, at any level; not those of `unbuffered`, which holds what readers of the log over the API must not see.
 * The returned `write` prints text between the lines, as it is. `translate` puts messages into the language of their readers.
 */
export async function createLog(level: string, isReadable: boolean, { buffer, translate }: LogOptions = {}) {
  const { write, end } = openOutput()
  const open = (output: { write(line: string): unknown }) => ({
    log: createPino(output, level, { buffer, translate }),
    unbuffered: createPino(output, level, { translate }),
    write,
    end,
  })
  if (!isReadable) return open({ write })
  const destination = new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      write(String(line))
      done()
    },
  })
  // Only for people: a service that logs to a file or a collector never loads it.
  const { default: pretty } = await import('pino-pretty')
  return open(pretty({ destination, singleLine: true }))
}

/** Opens standard output for lines: it may be slow, full or closed, but nothing waits for it or fails because of it. */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxQueuedBytes })
  const failed = Promise.withResolvers<void>()
  let hasEnded = false
  // A full disk or a closed terminal is no reason to stop. pino handles broken pipes itself.
  output.on('error', () => failed.resolve())
  return {
    write(line: string): void {
      if (!hasEnded) output.write(line)
    },
    /**
     * Waits until all lines are written, at most `maxMs`, because nobody may be reading. Later lines are lost; unwritten ones do not keep the
     * process alive.
     */
    async end(maxMs = defaultDrainMs): Promise<void> {
      const written = once(output, 'close').catch(() => undefined)
      output.end()
      await Promise.race([written, failed.promise, pause(maxMs)])
      hasEnded = true
      // Otherwise sonic-boom 4.2 retries the remaining lines at exit forever if the pipe is full or broken.
      output.flushSync = () => undefined
      output.destroy()
    },
  }
}

function createPino(
  output: { write(line: string): unknown },
  level: string,
  { buffer, translate }: LogOptions,
): Logger {
  const options = { base: null, ...(translate && { hooks: { logMethod: translating(translate) } }) }
  if (buffer === undefined) return pino({ ...options, level }, output)
  const shown = level === 'debug' || level === 'info' || level === 'warn' || level === 'error'
  return pino(
    { ...options, level: 'debug' },
    multistream([{ level: 'debug', stream: buffer }, ...(shown ? [{ level, stream: output }] : [])]),
  )
}

/** The message is the first argument, or the second after an object. */
function translating(
  translate: (message: string) => string,
): Required<NonNullable<LoggerOptions['hooks']>>['logMethod'] {
  return function logTranslated(args, method) {
    const [first, message] = args
    if (typeof first === 'string') method.apply(this, [translate(first)])
    else method.apply(this, [first, message === undefined ? undefined : translate(message)])
  }
}
