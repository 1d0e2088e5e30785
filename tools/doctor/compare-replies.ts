// Records the replies that sources get, and compares those of a drifted source, and its items, with its fixtures.
import { join } from 'node:path'
import type { ReplyComparison } from '../../src/cli/doctor/doctor.ts'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { createRecordingTransport, type RecordedExchange, sourceTagHeader } from '../recording-transport.ts'
import { diffReplies } from './diff-replies.ts'
import { readSamples, type Sample } from './fixture-samples.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

/** Exchanges recorded for each source; further ones add nothing to a comparison. */
const maxRecordedExchanges = 12

export function createReplyComparison(): ReplyComparison {
  const samples = readSamples(fixtures)
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
    // Channels share a parser but not their habits: a field in every post of one may be absent in another.
    missingFields: ({ id, kind }, items) => (kind === 'channel' ? [] : missingFields(samples.get(id) ?? [], items)),
    async end(subject, hasDrifted) {
      const recorded = recordings.get(subject.id) ?? []
      recordings.delete(subject.id)
      return hasDrifted ? await diffReplies(samplesOf(subject, samples), recorded) : []
    },
  }
}

/** Samples of a source. Channels share a parser, so each channel is compared with the samples of all channels. */
function samplesOf({ id, kind }: ProbeTarget, samples: ReadonlyMap<string, readonly Sample[]>): readonly Sample[] {
  if (kind !== 'channel') return samples.get(id) ?? []
  return [...samples].flatMap(([source, some]) => (source.startsWith('tg:') ? some : []))
}

/** With fewer items a missing field proves nothing: one post without a picture is normal. */
const minItems = 3

/** Fields that every item of every sample has and no item of the answer. */
export function missingFields(samples: readonly Sample[], items: readonly object[]): string[] {
  const expected = samples.flatMap((sample) => sample.items)
  const [first] = expected
  if (!first || items.length < minItems) return []
  const always = Object.keys(first).filter((field) => expected.every((item) => hasValue(item[field])))
  return always.filter((field) => !items.some((item) => hasValue(new Map(Object.entries(item)).get(field))))
}

function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
