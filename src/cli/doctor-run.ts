// Runs the doctor once: asks every source live, reports which ones answer and how the others changed.
import { join } from 'node:path'
import { styleText } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { readSettings, type Settings } from '../app/settings.ts'
import { egressSummary } from '../app/startup-log.ts'
import { storeOptions } from '../app/storage.ts'
import type { Logger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openStore } from '../store/open-store.ts'
import { createTransport } from '../upstream/transport.ts'
import { createUpstream, type Upstream } from '../upstream/upstream.ts'
import { collectWarnings } from './collected-warnings.ts'
import { type DoctorOptions, readDoctorFlags, usualKeywords } from './doctor-flags.ts'
import { countsOf, type DoctorReport, exitStatusOf, type Paint, shownFinding, tableOf } from './doctor-report.ts'
import { createExchangeNotes, type ExchangeNotes, examine } from './examination.ts'
import type { Finding } from './finding.ts'
import { createHearing } from './hearing.ts'
import { createHiding, secretsOf } from './hiding.ts'
import { jsonText } from './json-output.ts'
import { readSamples } from './samples.ts'
import { chosenSubjects, loadSubjects } from './subjects.ts'
import { interruptedStatus, type Output, type Terminal, written, wrongStatus } from './terminal.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

/** What requests are made with. */
interface AskingParts extends Pick<Terminal, 'epochMs' | 'random'> {
  readonly notes: ExchangeNotes
  readonly log: Logger
}

/** Creates an upstream that stores nothing on disk. */
async function makeUpstream(
  { config, proxyFor, allowance }: Settings,
  { notes, log, epochMs, random }: AskingParts,
): Promise<Upstream> {
  const store = await openStore({ ...storeOptions(config), folder: undefined, log, epochMs: epochMs })
  return createUpstream({
    transport: createHearing(createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }), notes),
    answers: store.answers,
    shelf: store.shelf,
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

function paintFor(stream: Output): Paint {
  return (state, text) => styleText(colours[state], text, { stream })
}

/** Shows progress on standard error if that is a terminal. */
function progressOn({ err }: Terminal): (done: number, of: number) => void {
  return (done, of) => {
    if (err.isTTY) err.write(done < of ? `\r${done} of ${of} asked` : '\r\x1b[K')
  }
}

/** Aborts at the time limit or on Ctrl+C. */
function endOf(timeoutMs: number, { interrupted }: Terminal): AbortSignal {
  return AbortSignal.any([interrupted, AbortSignal.timeout(timeoutMs)])
}

async function run(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { interrupted, out, epochMs, monotonicMs, random } = terminal
  const [startedAt, began] = [epochMs(), monotonicMs()]
  const settings = await readSettings(terminal.env, terminal.readFile)
  // Node reads TZ from process.env directly, so values from `.env` are copied into it.
  terminal.adopt(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  // An error in a background task of one source must not hide the results of the others.
  terminal.onStray(() => warnings.push('unhandled error in a background task of a source'))
  const subjects = chosenSubjects(await loadSubjects(settings, log), options)
  const notes = createExchangeNotes()
  const upstream = await makeUpstream(settings, { notes, log, epochMs, random })
  const samples = readSamples(fixtures)
  const findings: Finding[] = []
  const keywords = { plugin: options.keywords ?? usualKeywords, channel: options.keywords ?? [''] }
  const parts = { upstream, notes, samples, keywords, signal: endOf(options.timeoutMs, terminal) }
  const progress = progressOn(terminal)
  await examine(subjects, parts, (finding) => {
    findings.push(finding)
    if (!options.json) progress(findings.length, subjects.length)
  })
  await upstream.close()
  const hide = createHiding(secretsOf(settings.env))
  const report: DoctorReport = {
    version: manifest.version,
    startedAt: new Date(startedAt).toISOString(),
    tookMs: Math.round(monotonicMs() - began),
    way: egressSummary(settings.config),
    hasFixtures: samples.size > 0,
    isComplete: findings.every((finding) => finding.state !== 'unasked'),
    counts: countsOf(findings),
    sources: findings.map((finding) => shownFinding(finding, hide)),
    warnings: [...new Set(warnings.map(hide))],
  }
  await written(out, `${options.json ? jsonText(report, 2) : tableOf(report, paintFor(out))}\n`)
  return interrupted.aborted ? interruptedStatus : exitStatusOf(report)
}

/** The message of a user's mistake; the stack of a bug. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}

/** Runs the doctor with these arguments; resolves to the exit status. */
export async function runDoctor(words: readonly string[], terminal: Terminal): Promise<number> {
  const flags = readDoctorFlags(words)
  try {
    if ('help' in flags) {
      await written(terminal.out, `${flags.help}\n`)
      return 0
    }
    if ('mistake' in flags) throw new Error(flags.mistake)
    return await run(flags.options, terminal)
  } catch (error) {
    await written(terminal.err, `${wordsOf(error)}\n`)
    return wrongStatus
  }
}
