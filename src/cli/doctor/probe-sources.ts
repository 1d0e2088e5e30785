// Asks sources concurrently, as the service does, and diagnoses each.
import PQueue from 'p-queue'
import type { OnFields } from '../../hotlist/declared/map-rows.ts'
import type { Post } from '../../search/plugin.ts'
import type { Transport } from '../../upstream/net/transport.ts'
import type { Outcome, Source } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { channelActivity } from './channel-activity.ts'
import { type Diagnosis, diagnose } from './diagnosis.ts'
import type { Sample } from './fixture-samples.ts'
import { collectFields } from './format-fields.ts'
import type { ProbeTarget } from './sources.ts'
import { wrapIo } from './wrap-io.ts'

/** Compares the replies of a source with its samples; the command of a clone (tools/doctor.ts) has one. */
export interface ReplyComparison {
  /** A transport that records the replies of the sources that have begun. */
  record(transport: Transport): Transport
  /** Begins with a source; returns the headers that tag its requests. */
  begin(source: string): Readonly<Record<string, string>>
  /** The fields that the replies lack, one line each; without samples it only ends. */
  end(source: string, samples: readonly Sample[]): Promise<readonly string[]>
}

export interface ProbeOptions {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly comparison?: ReplyComparison | undefined
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
  const { comparison, signal } = parts
  const samples = samplesOf(subject, parts.samples)
  const headers = (samples.length > 0 && comparison?.begin(subject.id)) || {}
  const { onFields, lines: found } = collectFields()
  const outcome = signal.aborted ? undefined : await outcomeOf(subject, parts, { headers, onFields })
  const isAsked = outcome !== undefined && !(signal.aborted && outcome.state === 'failed')
  const finding = isAsked ? diagnose(subject, outcome, samples) : notAsked(subject)
  const changes = (await comparison?.end(subject.id, finding.state === 'drifted' ? samples : [])) ?? []
  if (!isAsked) return finding
  return {
    ...finding,
    changes,
    ...activityOf(subject, outcome, parts.epochMs()),
    ...(parts.showsFields && found.length > 0 ? { found } : {}),
  }
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
  change: { readonly headers: Readonly<Record<string, string>>; readonly onFields: OnFields },
): Promise<Outcome<object>> {
  const askOptions = { maxAgeMs: 0, allowsRemembered: true, signal }
  if (subject.kind === 'list') return upstream.ask(tagged(subject.source, change), {}, askOptions)
  const source = tagged(subject.source, { headers: change.headers })
  const [first = '', ...others] = keywords[subject.kind]
  let outcome = await upstream.ask(source, { kw: first, ext: {} }, askOptions)
  for (const kw of others) {
    if (outcome.state === 'failed' || outcome.items.length > 0) break
    outcome = await upstream.ask(source, { kw, ext: {} }, askOptions)
  }
  return outcome
}

/** Wraps a source so that each of its requests carries headers, and `onFields` receives what the keys of a declared list find. */
function tagged<Query, Item>(source: Source<Query, Item>, change: Parameters<typeof wrapIo>[1]): Source<Query, Item> {
  return { ...source, ask: (query, io) => source.ask(query, wrapIo(io, change)) }
}
