// Runs the doctor: asks every source live and says which answer, which drifted and how. `npm run doctor -- --help` says more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { pino } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import type { Logger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openStore } from '../open-store.ts'
import { readSettings, type Settings } from '../settings.ts'
import { wayOut } from '../start-words.ts'
import { createTransport } from '../upstream/transport.ts'
import { createUpstream, type Upstream } from '../upstream/upstream.ts'
import { type DoctorOptions, readDoctorFlags, usualKeywords } from './doctor-flags.ts'
import { countsOf, type DoctorReport, exitStatusOf, type Paint, shownFinding, tableOf } from './doctor-report.ts'
import { createExchangeNotes, type ExchangeNotes, examine } from './examination.ts'
import type { Finding } from './finding.ts'
import { createHearing } from './hearing.ts'
import { createHiding, secretsOf } from './hiding.ts'
import { readSamples } from './samples.ts'
import { chosenSubjects, loadSubjects } from './subjects.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

/** After Ctrl+C. */
const interrupted = 130

/** What the log says from warnings on, for the end: lines between those of the table would disturb it. */
function createWarnings(slips: readonly string[]): { readonly log: Logger; readonly warnings: string[] } {
  const warnings = [...slips]
  const write = (line: string) => {
    const { msg = '', source }: { msg?: string; source?: string } = JSON.parse(line)
    warnings.push(source === undefined ? msg : `${source}: ${msg}`)
  }
  return { log: pino({ level: 'warn', base: null }, { write }), warnings }
}

/** Nothing outlasts the run: what is kept is in memory. */
async function makeUpstream(
  { config, proxyFor, allowance }: Settings,
  notes: ExchangeNotes,
  log: Logger,
): Promise<Upstream> {
  const store = await openStore({ config: { ...config, DATA_DIR: undefined }, log, now: Date.now })
  return createUpstream({
    transport: createHearing(createTransport({ gateway: config.UPSTREAM_GATEWAY, proxyFor, allowance }), notes),
    answers: store.answers,
    shelf: store.shelf,
    metrics: createMetrics(store),
    log,
    now: Date.now,
    random: Math.random,
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

const paint: Paint = (state, text) => styleText(colours[state], text, { stream: process.stdout })

/** Says on a terminal how far it is, where it disturbs neither table nor pipe. */
function progress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(done < of ? `\r${done} of ${of} asked` : '\r\x1b[K')
}

/** A terminal and npm both hand on the same Ctrl+C; what follows this soon is not a second one. */
const sameSignalMs = 500

/** Aborts when the time is over or somebody presses Ctrl+C. */
function endOf(timeoutMs: number) {
  const ending = new AbortController()
  const state: { interruptedAt: number | undefined } = { interruptedAt: undefined }
  setTimeout(() => ending.abort(), timeoutMs).unref()
  const stop = () => {
    // The second time nobody wants to wait.
    if (state.interruptedAt !== undefined && Date.now() - state.interruptedAt > sameSignalMs) process.exit(interrupted)
    state.interruptedAt ??= Date.now()
    ending.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { signal: ending.signal, state }
}

async function run(options: DoctorOptions): Promise<number> {
  const startedAt = Date.now()
  const settings = await readSettings(process.env, readFileSync)
  // What others read there themselves: Node its time zone.
  Object.assign(process.env, settings.added)
  const { log, warnings } = createWarnings(settings.slips)
  // A source may begin something and not wait for it: that is its fault, and no reason to say nothing of all others.
  for (const stray of ['unhandledRejection', 'uncaughtException'])
    process.on(stray, () => warnings.push('a source left something behind that failed later'))
  const subjects = chosenSubjects(await loadSubjects(settings, log), options)
  const { signal, state } = endOf(options.timeoutMs)
  const notes = createExchangeNotes()
  const upstream = await makeUpstream(settings, notes, log)
  const samples = readSamples(fixtures)
  const findings: Finding[] = []
  const { keywords } = options
  const parts = {
    upstream,
    notes,
    samples,
    keywords: { plugin: keywords ?? usualKeywords, channel: keywords ?? [''] },
    signal,
  }
  await examine(subjects, parts, (finding) => {
    findings.push(finding)
    if (!options.json) progress(findings.length, subjects.length)
  })
  await upstream.close()
  const hide = createHiding(secretsOf(settings.env))
  const report: DoctorReport = {
    version: manifest.version,
    startedAt: new Date(startedAt).toISOString(),
    tookMs: Date.now() - startedAt,
    way: wayOut(settings.config),
    hasFixtures: samples.size > 0,
    isComplete: findings.every((finding) => finding.state !== 'unasked'),
    counts: countsOf(findings),
    sources: findings.map((finding) => shownFinding(finding, hide)),
    warnings: [...new Set(warnings.map(hide))],
  }
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : tableOf(report, paint)}\n`)
  return state.interruptedAt === undefined ? exitStatusOf(report) : interrupted
}

/** A person's mistake is a sentence; of a mistake of ours the stack says more. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}

async function main(): Promise<number> {
  const flags = readDoctorFlags(process.argv.slice(2))
  if ('help' in flags) {
    process.stdout.write(`${flags.help}\n`)
    return 0
  }
  try {
    if ('mistake' in flags) throw new Error(flags.mistake)
    return await run(flags.options)
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`)
    return 2
  }
}

// Connections under way and timers of sources would keep the process, and standard output may be a pipe.
const status = await main()
process.stdout.write('', () => process.exit(status))
