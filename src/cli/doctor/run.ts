// Runs the doctor once: asks every source live, reports which ones answer and how the others changed.
import { join } from 'node:path'
import { styleText } from 'node:util'
import manifest from '../../../package.json' with { type: 'json' }
import { storeOptions } from '../../app/platform.ts'
import { readSettings, type Settings } from '../../app/settings.ts'
import { egressSummary } from '../../app/startup-log.ts'
import type { Logger } from '../../observability/log.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { openStore } from '../../store/open-store.ts'
import { createTransport } from '../../upstream/net/transport.ts'
import { createUpstream, type Upstream } from '../../upstream/upstream.ts'
import { createRedactor, findSecrets } from '../redact.ts'
import { formatJson } from '../terminal/json-output.ts'
import { errorStatus, interruptedStatus, type Output, type Terminal, writeFlushed } from '../terminal/terminal.ts'
import { collectWarnings } from '../warning-collector.ts'
import type { Diagnosis } from './diagnosis.ts'
import { readSamples } from './fixture-samples.ts'
import { type DoctorOptions, defaultKeywords, parseDoctorFlags } from './flags.ts'
import { createExchangeRecorder, type ExchangeRecorder, probeSources } from './probe-sources.ts'
import { createRecordingTransport } from './recording-transport.ts'
import {
  countStates,
  type DoctorReport,
  exitStatusOf,
  formatTable,
  redactDiagnosis,
  type StateColorizer,
} from './report.ts'
import { loadTargets, selectTargets } from './sources.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures')

/** What requests are made with. */
interface ProbeUpstreamOptions extends Pick<Terminal, 'epochMs' | 'random'> {
  readonly recorder: ExchangeRecorder
  readonly log: Logger
}

/** Creates an upstream that stores nothing on disk. */
async function createProbeUpstream(
  { config, proxyFor, allowance }: Settings,
  { recorder, log, epochMs, random }: ProbeUpstreamOptions,
): Promise<Upstream> {
  const store = await openStore({ ...storeOptions(config), folder: undefined, log, epochMs: epochMs })
  return createUpstream({
    transport: createRecordingTransport(
      createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }),
      recorder,
    ),
    answers: store.answers,
    fileStorage: store.files,
    metrics: createMetrics(store),
    log,
    epochMs: epochMs,
    random,
  })
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

function createStateColorizer(stream: Output): StateColorizer {
  return (state, text) => styleText(colours[state], text, { stream })
}

/** Shows progress on standard error if that is a terminal. */
function createProgressDisplay({ err }: Terminal): (done: number, total: number) => void {
  return (done, total) => {
    if (err.isTTY) err.write(done < total ? `\r${done} of ${total} asked` : '\r\x1b[K')
  }
}

/** Aborts at the time limit or on Ctrl+C. */
function runSignal(timeoutMs: number, { interrupted }: Terminal): AbortSignal {
  return AbortSignal.any([interrupted, AbortSignal.timeout(timeoutMs)])
}

async function run(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { interrupted, out, epochMs, monotonicMs, random } = terminal
  const [startedAt, began] = [epochMs(), monotonicMs()]
  const settings = await readSettings(terminal.env, terminal.readFile)
  // Node reads TZ from process.env directly, so values from `.env` are copied into it.
  terminal.setEnv(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  // An error in a background task of one source must not hide the results of the others.
  terminal.onUnhandled(() => warnings.push('unhandled error in a background task of a source'))
  const subjects = selectTargets(await loadTargets(settings, log), options)
  const recorder = createExchangeRecorder()
  const upstream = await createProbeUpstream(settings, { recorder, log, epochMs, random })
  const samples = readSamples(fixtures)
  const findings: Diagnosis[] = []
  const keywords = { plugin: options.keywords ?? defaultKeywords, channel: options.keywords ?? [''] }
  const parts = { upstream, recorder, samples, keywords, signal: runSignal(options.timeoutMs, terminal) }
  const progress = createProgressDisplay(terminal)
  await probeSources(subjects, parts, (finding) => {
    findings.push(finding)
    if (!options.json) progress(findings.length, subjects.length)
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
  }
  await writeFlushed(out, `${options.json ? formatJson(report, 2) : formatTable(report, createStateColorizer(out))}\n`)
  return interrupted.aborted ? interruptedStatus : exitStatusOf(report)
}

/** The message of a user's mistake; the stack of a bug. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}

/** Runs the doctor with these arguments; resolves to the exit status. */
export async function runDoctor(words: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseDoctorFlags(words)
  try {
    if ('help' in flags) {
      await writeFlushed(terminal.out, `${flags.help}\n`)
      return 0
    }
    if ('mistake' in flags) throw new Error(flags.mistake)
    return await run(flags.options, terminal)
  } catch (error) {
    await writeFlushed(terminal.err, `${errorText(error)}\n`)
    return errorStatus
  }
}
