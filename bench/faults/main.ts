// Tries every fault on every kind of source in every view: npm run faults -- [--only FAULT]… [--seed N] [--parallel N].
import { parseArgs } from 'node:util'
import { type FaultCase, faultCases } from './kinds.ts'
import { type Expected, type FaultRun, readExpected, runFault } from './run-fault.ts'
import { makeCertificates } from './world.ts'

const names = faultCases.map(({ name }) => name)
const usage = `usage: npm run faults -- [--only FAULT]… [--seed N] [--parallel N]; faults are: ${names.join('; ')}`
const options = {
  only: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  parallel: { type: 'string', default: '3' },
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

const expected = await readExpected(certificates, seed)
const [left, runs]: [FaultCase[], FaultRun[]] = [[...chosen], []]
await Promise.all(Array.from({ length: parallel }, runLeft))
const cells = runs.flatMap((run) => run.cells)
const wrong = cells.filter((cell) => cell.wrong.length > 0).length
const late = cells.filter((cell) => cell.late.length > 0).length
const sentAgain = runs.flatMap((run) => run.sentAgain).length
const seconds = ((performance.now() - start) / 1_000).toFixed(0)
console.info(
  `${cells.length} cells, ${wrong} wrong, ${late} too late to judge, ${sentAgain} requests sent again on a busy machine, ${seconds} s, seed ${seed}`,
)
// 3: the machine was too busy to judge all of it, which is neither right nor wrong.
if (wrong === 0 && late > 0) process.exit(3)
process.exit(wrong > 0 ? 1 : 0)

async function runLeft(): Promise<void> {
  for (let fault = left.shift(); fault; fault = left.shift()) runs.push(await runPatiently(fault, expected))
}
