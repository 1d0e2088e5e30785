// Asks sources concurrently, as the service does, and diagnoses each.
import PQueue from 'p-queue'
import type { OnFields } from '../../hotlist/declared/map-rows.ts'
import type { Post } from '../../search/plugin.ts'
import type { Outcome, Source } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { channelActivity } from './channel-activity.ts'
import { type Diagnosis, diagnose } from './diagnosis.ts'
import { diffReplies } from './diff-replies.ts'
import type { Sample } from './fixture-samples.ts'
import { collectFields } from './format-fields.ts'
import { type RecordedExchange, sourceTagHeader } from './recording-transport.ts'
import type { ProbeTarget } from './sources.ts'
import { wrapIo } from './wrap-io.ts'

export interface ProbeOptions {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly recorder: ExchangeRecorder
  readonly samples: ReadonlyMap<string, readonly Sample[]>
  /** Keywords for plugins, the next one when nothing is found; and for channels. */
  readonly keywords: { readonly plugin: readonly string[]; readonly channel: readonly string[] }
  /** Whether what the keys of declared lists found is reported. */
  readonly showsFields: boolean
  readonly signal: AbortSignal
  readonly epochMs: () => number
}

/** Sources asked at the same time. Limits per host apply in addition. */
const maxConcurrentSources = 16

/** Asks every subject and passes on each finding as soon as it is known, also for subjects that the run did not reach. */
export async function probeSources(
  subjects: readonly ProbeTarget[],
  parts: ProbeOptions,
  onDiagnosis: (finding: Diagnosis) => void,
): Promise<void> {
  const queue = new PQueue({ concurrency: maxConcurrentSources })
  await Promise.all(subjects.map((subject) => queue.add(async () => onDiagnosis(await probe(subject, parts)))))
}

async function probe(subject: ProbeTarget, parts: ProbeOptions): Promise<Diagnosis> {
  const { recorder, signal } = parts
  const samples = samplesOf(subject, parts.samples)
  if (samples.length > 0) recorder.begin(subject.id)
  const { onFields, lines: found } = collectFields()
  const outcome = signal.aborted ? undefined : await outcomeOf(subject, parts, onFields)
  const exchanges = recorder.end(subject.id)
  if (outcome === undefined || (signal.aborted && outcome.state === 'failed')) return notAsked(subject)
  const finding = {
    ...diagnose(subject, outcome, samples),
    ...activityOf(subject, outcome, parts.epochMs()),
    ...(parts.showsFields && found.length > 0 ? { found } : {}),
  }
  return finding.state === 'drifted' ? { ...finding, changes: await diffReplies(samples, exchanges) } : finding
}

function activityOf({ id, kind }: ProbeTarget, outcome: Outcome<object>, now: number): Pick<Diagnosis, 'activity'> {
  if (kind !== 'channel' || outcome.state === 'failed') return {}
  return { activity: channelActivity(id, outcome.items.filter(isPost), now) }
}

function isPost(item: object): item is Post {
  return 'text' in item && 'anchors' in item
}

/** Samples of a source. Channels share a parser, so each channel is compared with the samples of all channels. */
function samplesOf({ id, kind }: ProbeTarget, samples: ProbeOptions['samples']): readonly Sample[] {
  if (kind !== 'channel') return samples.get(id) ?? []
  return [...samples].flatMap(([source, some]) => (source.startsWith('tg:') ? some : []))
}

function notAsked({ id: name, kind }: ProbeTarget): Diagnosis {
  return { name, kind, state: 'unasked', count: 0, notes: ['the run ended before it answered'], changes: [] }
}

async function outcomeOf(
  subject: ProbeTarget,
  { upstream, keywords, signal }: ProbeOptions,
  onFields: OnFields,
): Promise<Outcome<object>> {
  const askOptions = { maxAgeMs: 0, allowsRemembered: true, signal }
  if (subject.kind === 'list') return upstream.ask(tagged(subject.source, onFields), {}, askOptions)
  const source = tagged(subject.source)
  const [first = '', ...others] = keywords[subject.kind]
  let outcome = await upstream.ask(source, { kw: first, ext: {} }, askOptions)
  for (const kw of others) {
    if (outcome.state === 'failed' || outcome.items.length > 0) break
    outcome = await upstream.ask(source, { kw, ext: {} }, askOptions)
  }
  return outcome
}

/** Wraps a source so that each of its requests carries the source's id, and `onFields` receives what the keys of a declared list find. */
function tagged<Query, Item>(source: Source<Query, Item>, onFields?: OnFields): Source<Query, Item> {
  const change = { headers: { [sourceTagHeader]: source.id }, ...(onFields && { onFields }) }
  return { ...source, ask: (query, io) => source.ask(query, wrapIo(io, change)) }
}

export type ExchangeRecorder = ReturnType<typeof createExchangeRecorder>

/** Exchanges recorded for each source; further ones add nothing to a comparison. */
const maxRecordedExchanges = 12

/** Creates a recorder. Exchanges of sources without a `begin` are ignored. */
export function createExchangeRecorder() {
  const recordings = new Map<string, RecordedExchange[]>()
  return {
    begin: (asker: string) => void recordings.set(asker, []),
    onExchange(asker: string, exchange: RecordedExchange): void {
      const recorded = recordings.get(asker)
      if (recorded && recorded.length < maxRecordedExchanges) recorded.push(exchange)
    },
    onNoReply: () => undefined,
    end(asker: string): readonly RecordedExchange[] {
      const recorded = recordings.get(asker) ?? []
      recordings.delete(asker)
      return recorded
    },
  }
}
