// Tries every fault on every kind of source in every view: npm run faults -- [--out FOLDER] [--only FAULT] [--seed N] [--parallel N].
import { parseArgs } from 'node:util'
import { type FaultCase, faultCases } from './kinds.ts'
import { writeReport } from './report.ts'
import { type Cell, readExpected, runFault } from './run-fault.ts'
import { makeCertificates } from './world.ts'

const names = faultCases.map(({ name }) => name)
const usage = `usage: npm run faults -- [--out FOLDER] [--only FAULT] [--seed N] [--parallel N]; faults are: ${names.join('; ')}`
const options = {
  out: { type: 'string', default: 'dist/faults' },
  only: { type: 'string' },
  seed: { type: 'string', default: '1' },
  parallel: { type: 'string', default: '3' },
} as const
const { values } = parseArgs({ options })
const [seed, parallel] = [Number(values.seed), Number(values.parallel)]
if (
  !Number.isSafeInteger(seed) ||
  !(parallel >= 1 && parallel <= 16) ||
  (values.only !== undefined && !names.includes(values.only))
) {
  console.error(usage)
  process.exit(2)
}

const start = performance.now()
const certificates = makeCertificates()
const expected = await readExpected(certificates, seed)
const left: FaultCase[] = faultCases.filter(({ name }) => values.only === undefined || name === values.only)
const cells: Cell[] = []

/** Runs faults until none is left. */
async function work(): Promise<void> {
  for (let fault = left.shift(); fault; fault = left.shift()) {
    const from = performance.now()
    const made = await runFault(fault, expected, { certificates, seed })
    cells.push(...made)
    const wrong = made.filter((cell) => cell.wrong.length > 0)
    console.info(
      `${fault.name}: ${made.length} cells, ${wrong.length} wrong, ${((performance.now() - from) / 1_000).toFixed(0)} s`,
    )
    for (const cell of wrong) console.info(`  WRONG ${cell.kind}, ${cell.view}: ${cell.wrong.join('; ')}`)
  }
}

await Promise.all(Array.from({ length: parallel }, work))
const ordered = names.flatMap((name) => cells.filter(({ fault }) => fault === name))
writeReport(values.out, ordered, seed)
const wrong = ordered.filter((cell) => cell.wrong.length > 0).length
const seconds = ((performance.now() - start) / 1_000).toFixed(0)
console.info(`${ordered.length} cells, ${wrong} wrong, ${seconds} s, seed ${seed}; tables in ${values.out}`)
process.exit(wrong > 0 ? 1 : 0)
