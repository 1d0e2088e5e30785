// Records the replies that sources get, and compares those of a drifted source, and its items, with its fixtures.
import { z } from 'zod'
import type { ReplyComparison } from '../../src/cli/doctor/doctor.ts'
import type { ProbeTarget } from '../../src/cli/doctor/sources.ts'
import { type Fixture, readFixtures } from '../../test/kit/fixtures.ts'
import { createRecordingTransport, type RecordedExchange, sourceTagHeader } from '../recording-transport.ts'
import { withIo } from '../with-io.ts'
import { diffReplies } from './diff-replies.ts'

/** Exchanges recorded for each source; further ones add nothing to a comparison. */
const maxRecordedExchanges = 12

export function createReplyComparison(): ReplyComparison {
  const samples = Map.groupBy(['hotlist', 'own-lists', 'search'].flatMap(readFixtures), ({ source }) => source)
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
    tag(source) {
      recordings.set(source.id, [])
      return withIo(source, { headers: { [sourceTagHeader]: source.id } })
    },
    async compare(subject, diagnosis, items) {
      const { id, kind } = subject
      const recorded = recordings.get(id) ?? []
      recordings.delete(id)
      // Channels share a parser but not their habits: a field in every post of one may be absent in another.
      const missing = kind === 'channel' ? [] : missingFields(samples.get(id) ?? [], items)
      const notes = missing.map((field) => {
        return `${field} is missing in all ${items.length} items; every item of the fixture has it`
      })
      const state = missing.length > 0 ? 'drifted' : diagnosis.state
      const changes = state === 'drifted' ? await diffReplies(samplesOf(subject, samples), recorded) : []
      return { ...diagnosis, state, notes: [...notes, ...diagnosis.notes], changes }
    },
  }
}

/** Samples of a source. Channels share a parser, so each channel is compared with the samples of all channels. */
function samplesOf({ id, kind }: ProbeTarget, samples: ReadonlyMap<string, readonly Fixture[]>): readonly Fixture[] {
  if (kind !== 'channel') return samples.get(id) ?? []
  return [...samples].flatMap(([source, some]) => (source.startsWith('tg:') ? some : []))
}

/** With fewer items a missing field proves nothing: one post without a picture is normal. */
const minItems = 3

const expectedItems = z.array(z.record(z.string(), z.unknown()))

/** Fields that every item of every sample has and no item of the answer. */
export function missingFields(samples: readonly Pick<Fixture, 'expected'>[], items: readonly object[]): string[] {
  const expected = samples.flatMap((sample) => expectedItems.parse(sample.expected))
  const [first] = expected
  if (!first || items.length < minItems) return []
  const always = Object.keys(first).filter((field) => expected.every((item) => hasValue(item[field])))
  return always.filter((field) => !items.some((item) => hasValue(new Map(Object.entries(item)).get(field))))
}

function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== ''
}
