// Runs the doctor once: asks every source live, reports which ones answer and how the others changed.
import { join } from 'node:path'
import { styleText } from 'node:util'
import manifest from '../../../package.json' with { type: 'json' }
import { egressSummary } from '../../app/listening.ts'
import { readSettings, type Settings, storeOptions } from '../../app/settings.ts'
import type { Logger } from '../../observability/log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { openStore } from '../../store/open-store.ts'
import { createTransport } from '../../upstream/net/transport.ts'
import { createUpstream, type Upstream } from '../../upstream/upstream.ts'
import { findServer } from '../connect.ts'
import { createRedactor, findSecrets } from '../redact.ts'
import { formatJson } from '../terminal/json-output.ts'
import { interruptedStatus, type Terminal, writeFlushed } from '../terminal/terminal.ts'
import { collectWarnings, withWarnings } from '../warning-collector.ts'
import type { Diagnosis } from './diagnosis.ts'
import { readSamples } from './fixture-samples.ts'
import { defaultKeywords, parseDoctorFlags } from './flags.ts'
import { probeSources, type ReplyComparison } from './probe-sources.ts'
import { proposeSettings } from './propose-settings.ts'
import {
  countStates,
  type DoctorReport,
  exitStatusOf,
  formatChannelTable,
  formatTable,
  redactDiagnosis,
} from './report.ts'
import { loadTargets, selectTargets } from './sources.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures')

/** Creates an upstream that stores nothing on disk. */
async function createProbeUpstream(
  { config, proxyFor, allowance, isContainer }: Settings,
  comparison: ReplyComparison | undefined,
  clock: Pick<Terminal, 'epochMs' | 'random'> & { readonly log: Logger },
): Promise<Upstream> {
  const { epochMs, random, log } = clock
  const store = await openStore({ ...storeOptions(config), folder: undefined, log, epochMs })
  const transport = createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance, isContainer })
  return createUpstream({
    transport: comparison?.record(transport) ?? transport,
    answers: store.answers,
    fileStorage: store.files,
    metrics: createMetrics(store),
    log,
    epochMs,
    random,
  })
}

const maxStatusMs = 3_000

/** Notes on the sources that are asleep for the running service, by id. Empty if none runs or answers. */
async function sleepNotes(terminal: Terminal): Promise<ReadonlyMap<string, readonly string[]>> {
  try {
    const server = await findServer({ alone: false }, terminal)
    const status = await server?.client.status({ signal: AbortSignal.timeout(maxStatusMs) })
    const sources = status ? [...status.details, ...status.search.details] : []
    const dateOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
    return new Map(
      sources.flatMap(({ id, asleep }) =>
        asleep
          ? [
              [
                id,
                [
                  `asleep for the service since ${dateOf(asleep.since)} UTC, next try ${dateOf(asleep.nextTrialAt)} UTC`,
                ],
              ],
            ]
          : [],
      ),
    )
  } catch {
    // The doctor needs no service.
    return new Map()
  }
}

const colours = {
  answers: 'green',
  empty: 'gray',
  closed: 'gray',
  unasked: 'yellow',
  blocked: 'yellow',
  dead: 'red',
  gone: 'red',
  drifted: 'magenta',
} as const

/** A pipe gets a line of progress for each tenth of the sources, and not for fewer sources than this. */
const minLineStep = 10

/** Returns a function that shows how many sources were asked: on one line of a terminal, else in lines of their own. */
function createProgress(output: Terminal['err'], total: number): (asked: number) => void {
  const step = Math.max(minLineStep, Math.ceil(total / 10))
  return (asked) => {
    const text = `${asked} of ${total} asked`
    if (output.isTTY) output.write(asked === total ? '\r\x1b[K' : `\r${text}`)
    else if (asked % step === 0 && asked < total) output.write(`${text}\n`)
  }
}

export async function runDoctor(
  words: readonly string[],
  terminal: Terminal,
  comparison?: ReplyComparison,
): Promise<number> {
  const options = parseDoctorFlags(words)
  const { interrupted, out, err, epochMs, monotonicMs, random } = terminal
  const [startedAt, began] = [epochMs(), monotonicMs()]
  const settings = await readSettings(terminal.env, terminal.readFile)
  // Node reads TZ from process.env directly, so values from `.env` are copied into it.
  terminal.setEnv(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  // An error in a background task of one source must not hide the results of the others.
  terminal.onUnhandled(() => warnings.push('unhandled error in a background task of a source'))
  const subjects = await withWarnings(warnings, async () => selectTargets(await loadTargets(settings, log), options))
  const upstream = await createProbeUpstream(settings, comparison, { log, epochMs, random })
  const samples = readSamples(fixtures)
  const findings: Diagnosis[] = []
  const asleep = await sleepNotes(terminal)
  const keywords = { plugin: options.keywords ?? defaultKeywords, channel: options.keywords ?? [''] }
  const showProgress = createProgress(err, subjects.length)
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(options.timeoutMs)])
  const probing = { upstream, comparison, samples, keywords, showsFields: options.names.length > 0, signal, epochMs }
  await probeSources(subjects, probing, (finding) => {
    findings.push({ ...finding, notes: [...finding.notes, ...(asleep.get(finding.name) ?? [])] })
    if (!options.json) showProgress(findings.length)
  })
  await upstream.close()
  const hide = createRedactor(findSecrets(settings.env))
  const report: DoctorReport = {
    version: manifest.version,
    startedAt: new Date(startedAt).toISOString(),
    tookMs: Math.round(monotonicMs() - began),
    way: egressSummary(settings.config),
    hasFixtures: samples.size > 0,
    isComplete: findings.every((finding) => finding.state !== 'unasked'),
    counts: countStates(findings),
    sources: findings.map((finding) => redactDiagnosis(finding, hide)),
    warnings: [...new Set(warnings.map(hide))],
    proposedSettings: proposeSettings(findings, subjects, settings.config, epochMs()),
  }
  const table = () =>
    options.only === 'channels'
      ? formatChannelTable(report)
      : formatTable(report, (state, text) => styleText(colours[state], text, { stream: out }))
  await writeFlushed(out, `${options.json ? formatJson(report, 2) : table()}\n`)
  return interrupted.aborted ? interruptedStatus : exitStatusOf(report)
}
