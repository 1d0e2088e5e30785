// Tries every fault on every kind of source in every view: npm run faults -- [--out FOLDER] [--only FAULT]… [--seed N] [--parallel N] [--pages].
import { parseArgs } from 'node:util'
import { launchChromium } from '../../test/kit/chromium.ts'
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

/** Runs faults until none is left. */
async function work(left: FaultCase[], expected: Expected, runs: FaultRun[]): Promise<void> {
  for (let fault = left.shift(); fault; fault = left.shift()) {
    const from = performance.now()
    const run = await runFault(fault, expected, { certificates, seed })
    const { cells: made, sentAgain } = run
    runs.push(run)
    const wrong = made.filter((cell) => cell.wrong.length > 0)
    const again = sentAgain.length > 0 ? `, sent again: ${sentAgain.join(', ')}` : ''
    console.info(
      `${fault.name}: ${made.length} cells, ${wrong.length} wrong, ${((performance.now() - from) / 1_000).toFixed(0)} s${again}`,
    )
    for (const cell of wrong) console.info(`  WRONG ${cell.kind}, ${cell.view}: ${cell.wrong.join('; ')}`)
  }
}

async function runAll(): Promise<{ readonly cells: readonly Cell[]; readonly sentAgain: number }> {
  const expected = await readExpected(certificates, seed)
  const [left, runs]: [FaultCase[], FaultRun[]] = [[...chosen], []]
  await Promise.all(Array.from({ length: parallel }, () => work(left, expected, runs)))
  const cells = runs.flatMap((run) => run.cells)
  return {
    cells: names.flatMap((name) => cells.filter(({ fault }) => fault === name)),
    sentAgain: runs.flatMap((run) => run.sentAgain).length,
  }
}

async function showAll(): Promise<PageCell[]> {
  const browser = await launchChromium()
  const pages: PageCell[] = []
  try {
    for (const fault of chosen) {
      const made = await runPages(fault, browser, { certificates, seed })
      pages.push(...made)
      for (const { view, told, ms, wrong } of made)
        console.info(
          `${fault.name}, ${view} in Chromium: ${told}, ${(ms / 1_000).toFixed(1)} s${wrong.length > 0 ? `, WRONG: ${wrong.join('; ')}` : ''}`,
        )
    }
  } finally {
    await browser.close()
  }
  return pages
}

const { cells, sentAgain } = values.pages ? { cells: [], sentAgain: 0 } : await runAll()
const pages = await showAll()
writeReport(values.out, cells, seed, pages)
const wrong = [...cells, ...pages].filter((cell) => cell.wrong.length > 0).length
const seconds = ((performance.now() - start) / 1_000).toFixed(0)
console.info(
  `${cells.length} cells, ${pages.length} in Chromium, ${wrong} wrong, ${sentAgain} requests sent again on a busy machine, ${seconds} s, seed ${seed}; tables in ${values.out}`,
)
process.exit(wrong > 0 ? 1 : 0)
