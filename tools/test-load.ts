// Runs the tests several times beside processes that burn processor time, and reports each test that failed even once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const usage = `npm run test:load -- [--rounds 3] [--burners 2] [--short] [FILE...]

Runs all tests (--short: those of npm test; FILE: only those) in rounds, beside burning processes. Exits with 1 if a test failed in any round.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    burners: { type: 'string', default: '2' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** The fields of vitest's JSON report that this tool reads; times in epoch milliseconds. */
const reportShape = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

interface Round {
  readonly seconds: number
  readonly tests: number
  readonly failures: readonly string[]
}

function startBurner(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
}

/** Runs the tests once. Throws if vitest wrote no report: it was killed, or its process crashed. */
async function runTests(folder: string): Promise<Round> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const begun = performance.now()
  const child = spawn('npx', ['vitest', 'run', '--reporter=json', `--outputFile=${report}`, ...positionals], {
    env: { ...process.env, ...(values.short ? {} : { TEST_ALL: '1' }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  const seconds = Math.round((performance.now() - begun) / 1_000)
  const { numTotalTests: tests, testResults } = reportShape.parse(readReport(report, signal ?? `status ${code}`))
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${process.cwd()}/`, '')
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`)
  })
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${signal ?? `status ${code}`}`)
  return { seconds, tests, failures }
}

function readReport(path: string, ending: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`vitest wrote no report and ended with ${ending}`, { cause: error })
  }
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0] ?? ''
}

async function runRounds(count: number): Promise<readonly Round[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-test-load-'))
  const burners = Array.from({ length: Number(values.burners) }, startBurner)
  const rounds: Round[] = []
  try {
    while (rounds.length < count) {
      const round = await runTests(folder)
      rounds.push(round)
      console.info(`| ${rounds.length} | ${round.seconds} s | ${round.tests} | ${round.failures.length} |`)
      // At once, because a later round may be stopped by hand.
      for (const failure of round.failures) console.error(`round ${rounds.length}: ${failure}`)
    }
  } finally {
    for (const burner of burners) burner.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return rounds
}

if (values.help) console.info(usage)
else {
  console.info(`| round | time | tests | failed |\n|---|---|---|---|`)
  const rounds = await runRounds(Number(values.rounds))
  if (rounds.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}
