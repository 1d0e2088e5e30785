// Asks sources as the service does, many at once and each by its own words, and says of each how it does.
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
  /** What plugins are asked, the next when nothing is found; and what channels are. */
  readonly keywords: { readonly plugin: readonly string[]; readonly channel: readonly string[] }
  /** Aborts when the run is over. */
  readonly signal: AbortSignal
}

/** So many sources are asked at once; of one host, what its sources allow. */
const atOnce = 16

/** Asks each of the subjects and hands over each finding as it comes; those that were not asked in the time are handed over too. */
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

/** All channels are read by the same code, so a sample of one is one of all. */
function samplesOf({ id, kind }: Subject, samples: ExaminationParts['samples']): readonly Sample[] {
  if (kind !== 'channel') return samples.get(id) ?? []
  return [...samples].flatMap(([source, some]) => (source.startsWith('tg:') ? some : []))
}

function unasked({ id: name, kind }: Subject): Finding {
  return { name, kind, state: 'unasked', count: 0, notes: ['the run was over before it had answered'], changes: [] }
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

/** The source, each of its requests saying who asks. */
function named<Query, Item>(source: Source<Query, Item>): Source<Query, Item> {
  const change = { headers: { [askerHeader]: source.id } }
  return { ...source, ask: (query, io) => source.ask(query, changedIo(io, change)) }
}

/** The latest exchanges of sources that are being asked. */
export interface ExchangeNotes extends Hearer {
  begin(asker: string): void
  /** What was heard since it began. */
  end(asker: string): readonly Heard[]
}

/** A source that asks for more details than this has shown enough. */
const mostNoted = 12

/** Makes the notes; of sources that were not begun nothing is noted. */
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
