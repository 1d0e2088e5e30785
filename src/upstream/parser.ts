// The parser: one child process at a time, started on demand, monitored, and replaced when it dies.
import type { ChildProcess } from 'node:child_process'
import type { AskPort } from './ask-port.ts'
import type { Parser, SourceReply } from './ask-source.ts'
import { UpstreamError } from './errors.ts'
import { createParserFiles, type ParserFilesParts } from './parser-files.ts'
import { openParserLine, type ParserLine, type ParserLog, ParserLost } from './parser-line.ts'
import { errorFromData, type SourceReplyData } from './parser-protocol.ts'

export interface ParserParts extends ParserFilesParts {
  /** Starts the process; it uses structured clone for messages. */
  readonly start: () => ChildProcess
  readonly log: ParserLog
}

/** Maximum number of times an ask is run if other asks crash the process. */
const maxRuns = 3

const lookEveryMs = 1_000

/** Creates the parser. The first ask starts its process. */
export function createParser({ start, log, ...filesParts }: ParserParts): Parser {
  const makeFiles = createParserFiles(filesParts)
  let line: ParserLine | undefined
  let isClosed = false
  const lineNow = (): ParserLine => {
    if (line) return line
    const made = openParserLine({
      ...{ start, log },
      files: makeFiles(),
      onEnd: () => {
        if (line === made) line = undefined
      },
    })
    line = made
    return made
  }
  const looking = setInterval(() => line?.look(), lookEveryMs).unref()
  return {
    async ask(source: string, query: unknown, makePort: () => AskPort) {
      for (let run = 1; run <= maxRuns && !isClosed; run += 1) {
        const port = makePort()
        port.signal.throwIfAborted()
        const [ended] = await Promise.allSettled([lineNow().ask({ source, query, now: port.now }, port)])
        if (ended.status === 'fulfilled') return replyFromData(ended.value)
        if (!(ended.reason instanceof ParserLost)) throw ended.reason
      }
      throw new UpstreamError('timeout', isClosed ? 'the service stops' : 'other replies crashed the parser process')
    },
    async close() {
      isClosed = true
      clearInterval(looking)
      await line?.end()
    },
  }
}

function replyFromData({ items, lacking, bypassed }: SourceReplyData): SourceReply<unknown> {
  return { items, lacking: lacking && errorFromData(lacking), bypassed: bypassed && errorFromData(bypassed) }
}
