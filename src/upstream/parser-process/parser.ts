// The parser: one child process at a time, started on demand, monitored, and replaced when it dies.
import type { ChildProcess } from 'node:child_process'
import type { AskPort } from '../ask/ask-port.ts'
import type { ParsedSource, SourceParser, SourceReply } from '../ask/call-source.ts'
import type { WarningLog } from '../ask/mirror-version.ts'
import { UpstreamError } from '../errors.ts'
import { type ParserClient, ParserCrashed, startParserClient } from './client.ts'
import { createParserFiles, type ParserFileDeps } from './files.ts'
import { errorFromData, type SourceReplyData } from './protocol.ts'

export interface ParserProcessOptions extends ParserFileDeps {
  /** Starts the process; it uses structured clone for messages. */
  readonly start: () => ChildProcess
  readonly log: WarningLog
}

/** Maximum number of times an ask is run if other asks crash the process. */
const maxRuns = 3

const checkIntervalMs = 1_000

/** Creates the parser. The first ask starts its process. */
export function createSourceParser({ start, log, ...filesParts }: ParserProcessOptions): SourceParser {
  const makeFiles = createParserFiles(filesParts)
  let client: ParserClient | undefined
  let isClosed = false
  const currentClient = (): ParserClient => {
    if (client) return client
    const started = startParserClient({
      start,
      log,
      files: makeFiles(),
      onEnd: () => {
        if (client === started) client = undefined
      },
    })
    client = started
    return started
  }
  const healthCheck = setInterval(() => client?.checkHealth(), checkIntervalMs).unref()
  return {
    async ask({ id: source, definition }: ParsedSource, query: unknown, makePort: () => AskPort) {
      for (let run = 1; run <= maxRuns && !isClosed; run += 1) {
        const port = makePort()
        port.signal.throwIfAborted()
        const [ended] = await Promise.allSettled([
          currentClient().ask({ source, definition, query, now: port.now }, port),
        ])
        if (ended.status === 'fulfilled') return replyFromData(ended.value)
        if (!(ended.reason instanceof ParserCrashed)) throw ended.reason
      }
      throw new UpstreamError('timeout', isClosed ? 'the service stops' : 'other replies crashed the parser process')
    },
    async close() {
      isClosed = true
      clearInterval(healthCheck)
      await client?.stop()
    },
  }
}

function replyFromData({ items, partialFailure, skippedUpstream }: SourceReplyData): SourceReply<unknown> {
  return {
    items,
    partialFailure: partialFailure && errorFromData(partialFailure),
    skippedUpstream: skippedUpstream && errorFromData(skippedUpstream),
  }
}
