// Asks sources concurrently, as the service does, and diagnoses each.
import PQueue from 'p-queue'
import type { Outcome, Source } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { changedIo } from './changed-io.ts'
import { type Finding, findingOf } from './finding.ts'
import { askerHeader, type Heard, type Hearer } from './hearing.ts'
import { replyChanges } from './reply-changes.ts'
import type { Sample } from './samples.ts'
import type { Subject } from './subjects.ts'

export interface ExaminationParts {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly notes: ExchangeNotes
  /** By the id of the source. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>
  /** Keywords for plugins, the next one when nothing is found; and for channels. */
  readonly keywords: { readonly plugin: readonly string[]; readonly channel: readonly string[] }
  /** Aborts when the run is over. */
  readonly signal: AbortSignal
}

/** Sources asked at the same time. Limits per host apply in addition. */
const atOnce = 16

/** Asks every subject and passes on each finding as soon as it is known, also for subjects that the run did not reach. */
export async function examine(
  subjects: readonly Subject[],
  parts: ExaminationParts,
  found: (finding: Finding) => void,
): Promise<void> {
  const line = new PQueue({ concurrency: atOnce })
  await Promise.all(subjects.map((subject) => line.add(async () => found(await examined(subject, parts)))))
}

async function examined(subject: Subject, parts: ExaminationParts): Promise<Finding> {
  const { notes, signal } = parts
  const samples = samplesOf(subject, parts.samples)
  if (samples.length > 0) notes.begin(subject.id)
  const outcome = signal.aborted ? undefined : await outcomeOf(subject, parts)
  const heard = notes.end(subject.id)
  if (outcome === undefined || (signal.aborted && outcome.state === 'failed')) return unasked(subject)
  const finding = findingOf(subject, outcome, samples)
  return finding.state === 'drifted' ? { ...finding, changes: await replyChanges(samples, heard) } : finding
}

/** Samples of a source. Channels share a parser, so each channel is compared with the samples of all channels. */
function samplesOf({ id, kind }: Subject, samples: ExaminationParts['samples']): readonly Sample[] {
  if (kind !== 'channel') return samples.get(id) ?? []
  return [...samples].flatMap(([source, some]) => (source.startsWith('tg:') ? some : []))
}

function unasked({ id: name, kind }: Subject): Finding {
  return { name, kind, state: 'unasked', count: 0, notes: ['the run ended before it answered'], changes: [] }
}

async function outcomeOf(subject: Subject, { upstream, keywords, signal }: ExaminationParts): Promise<Outcome<object>> {
  const want = { maxAgeMs: 0, mayRemember: true, signal }
  if (subject.kind === 'list') return upstream.ask(named(subject.source), {}, want)
  const source = named(subject.source)
  const [first = '', ...others] = keywords[subject.kind]
  let outcome = await upstream.ask(source, { kw: first, ext: {} }, want)
  for (const kw of others) {
    if (outcome.state === 'failed' || outcome.items.length > 0) break
    outcome = await upstream.ask(source, { kw, ext: {} }, want)
  }
  return outcome
}

/** Wraps a source so that each of its requests carries the source's id. */
function named<Query, Item>(source: Source<Query, Item>): Source<Query, Item> {
  const change = { headers: { [askerHeader]: source.id } }
  return { ...source, ask: (query, io) => source.ask(query, changedIo(io, change)) }
}

/** Records the exchanges of sources that are being asked. */
export interface ExchangeNotes extends Hearer {
  begin(asker: string): void
  /** Stops recording and returns the exchanges since `begin`. */
  end(asker: string): readonly Heard[]
}

/** Exchanges recorded for each source; further ones add nothing to a comparison. */
const mostNoted = 12

/** Creates a recorder. Exchanges of sources without a `begin` are ignored. */
export function createExchangeNotes(): ExchangeNotes {
  const notes = new Map<string, Heard[]>()
  return {
    begin: (asker) => void notes.set(asker, []),
    heard(asker, exchange) {
      const noted = notes.get(asker)
      if (noted && noted.length < mostNoted) noted.push(exchange)
    },
    unanswered: () => undefined,
    end(asker) {
      const noted = notes.get(asker) ?? []
      notes.delete(asker)
      return noted
    },
  }
}
