// Tries every fault on every kind of source in every view: npm run faults -- [--only FAULT]… [--seed N] [--parallel N].
import { readOptions } from '../options.ts'
import { type FaultCase, faultCases } from './kinds.ts'
import { type Expected, type FaultRun, readExpected, runFault } from './run-fault.ts'
import { makeCertificates } from './world.ts'

const { seed, parallel, only } = readOptions(
  { seed: [1, 0, 2 ** 31 - 1], parallel: [3, 1, 16] },
  faultCases.map(({ name }) => name),
)

const start = performance.now()
const certificates = makeCertificates()

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
const left = faultCases.filter(({ name }) => only.includes(name))
const runs: FaultRun[] = []
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
