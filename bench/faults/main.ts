// Tries every fault on every kind of source in every view: npm run faults -- [--out FOLDER] [--only FAULT]… [--seed N] [--parallel N] [--pages].
import { parseArgs } from 'node:util'
import { launchChromium } from '../../test/kit/servers.ts'
import { type PageCell, runPages } from './chromium.ts'
import { type FaultCase, faultCases } from './kinds.ts'
import { writeReport } from './report.ts'
import { type Cell, type Expected, type FaultRun, readExpected, runFault } from './run-fault.ts'
import { makeCertificates } from './world.ts'

const names = faultCases.map(({ name }) => name)
const usage = `usage: npm run faults -- [--out FOLDER] [--only FAULT]… [--seed N] [--parallel N] [--pages] (only in Chromium); faults are: ${names.join('; ')}`
const options = {
  out: { type: 'string', default: 'dist/faults' },
  only: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  parallel: { type: 'string', default: '3' },
  pages: { type: 'boolean', default: false },
} as const
const { values } = parseArgs({ options })
const only: readonly string[] = values.only ?? []
const [seed, parallel] = [Number(values.seed), Number(values.parallel)]
if (!Number.isSafeInteger(seed) || !(parallel >= 1 && parallel <= 16) || only.some((name) => !names.includes(name))) {
  console.error(usage)
  process.exit(2)
}

const start = performance.now()
const certificates = makeCertificates()
const chosen = faultCases.filter(({ name }) => only.length === 0 || only.includes(name))

/** How often a fault is run of which a busy machine was too late for a cell. */
const maxRuns = 3

/** Runs the faults, several at once. */
async function runAll<T>(run: (fault: FaultCase) => Promise<T>): Promise<T[]> {
  const [left, made]: [FaultCase[], Map<string, T>] = [[...chosen], new Map()]
  const work = async () => {
    for (let fault = left.shift(); fault; fault = left.shift()) made.set(fault.name, await run(fault))
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return chosen.flatMap(({ name }) => made.get(name) ?? [])
}

async function runPatiently(fault: FaultCase, expected: Expected): Promise<FaultRun> {
  for (let count = 1; ; count += 1) {
    const from = performance.now()
    const run = await runFault(fault, expected, { certificates, seed })
    const { cells: made, sentAgain } = run
    const [wrong, late] = [made.filter((cell) => cell.wrong.length > 0), made.filter((cell) => cell.late.length > 0)]
    const again = sentAgain.length > 0 ? `, sent again: ${sentAgain.join(', ')}` : ''
    console.info(
      `${fault.name}: ${made.length} cells, ${wrong.length} wrong, ${late.length} too late to judge, ${((performance.now() - from) / 1_000).toFixed(0)} s${again}`,
    )
    for (const cell of wrong) console.info(`  WRONG ${cell.kind}, ${cell.view}: ${cell.wrong.join('; ')}`)
    for (const cell of late) console.info(`  late: ${cell.kind}, ${cell.view}: ${cell.late.join('; ')}`)
    if (wrong.length > 0 || late.length === 0 || count === maxRuns) return run
  }
}

async function runViews(): Promise<{ readonly cells: readonly Cell[]; readonly sentAgain: number }> {
  const expected = await readExpected(certificates, seed)
  const runs = await runAll((fault) => runPatiently(fault, expected))
  return { cells: runs.flatMap((run) => run.cells), sentAgain: runs.flatMap((run) => run.sentAgain).length }
}

async function showAll(): Promise<PageCell[]> {
  const browser = await launchChromium()
  const show = async (fault: FaultCase) => {
    const made = await runPages(fault, browser, { certificates, seed })
    for (const { view, shown, ms, wrong } of made)
      console.info(
        `${fault.name}, ${view} in Chromium: ${shown}, ${(ms / 1_000).toFixed(1)} s${wrong.length > 0 ? `, WRONG: ${wrong.join('; ')}` : ''}`,
      )
    return made
  }
  try {
    return (await runAll(show)).flat()
  } finally {
    await browser.close()
  }
}

const { cells, sentAgain } = values.pages ? { cells: [], sentAgain: 0 } : await runViews()
const pages = await showAll()
writeReport(values.out, cells, seed, pages)
const wrong = [...cells, ...pages].filter((cell) => cell.wrong.length > 0).length
const late = cells.filter((cell) => cell.late.length > 0).length
const seconds = ((performance.now() - start) / 1_000).toFixed(0)
console.info(
  `${cells.length} cells, ${pages.length} in Chromium, ${wrong} wrong, ${late} too late to judge, ${sentAgain} requests sent again on a busy machine, ${seconds} s, seed ${seed}; table in ${values.out}`,
)
// 3: the machine was too busy to judge all of it, which is neither right nor wrong.
if (wrong === 0 && late > 0) process.exit(3)
process.exit(wrong > 0 ? 1 : 0)
