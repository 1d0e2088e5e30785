// Records the replies that sources get, and compares those of a drifted source with its fixture.
import type { ReplyComparison } from '../../src/cli/doctor/probe-sources.ts'
import { createRecordingTransport, type RecordedExchange, sourceTagHeader } from '../recording-transport.ts'
import { diffReplies } from './diff-replies.ts'

/** Exchanges recorded for each source; further ones add nothing to a comparison. */
const maxRecordedExchanges = 12

export function createReplyComparison(): ReplyComparison {
  const recordings = new Map<string, RecordedExchange[]>()
  return {
    record: (transport) =>
      createRecordingTransport(transport, {
        onExchange(source, exchange) {
          const recorded = recordings.get(source)
          if (recorded && recorded.length < maxRecordedExchanges) recorded.push(exchange)
        },
        onNoReply: () => undefined,
      }),
    begin(source) {
      recordings.set(source, [])
      return { [sourceTagHeader]: source }
    },
    async end(source, samples) {
      const recorded = recordings.get(source) ?? []
      recordings.delete(source)
      return samples.length > 0 ? await diffReplies(samples, recorded) : []
    },
  }
}
