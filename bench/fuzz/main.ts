// Fuzzes every parser: npm run fuzz -- [--seed N] [--cases N] [--only AREA]. Exit code 1 when a case failed.
import { readOptions } from '../options.ts'
import { inputAreas } from './input-areas.ts'
import { replyAreas } from './reply-areas.ts'
import { type AreaResult, runArea } from './run-area.ts'
import { textAreas } from './text-areas.ts'

const areas = [...replyAreas, ...textAreas, ...inputAreas]
const { seed, cases, only } = readOptions(
  { seed: [1, 0, 999_999_999], cases: [100_000, 0, 999_999_999] },
  areas.map(({ name }) => name),
)

function print(
  { area, cases, accepted, large, slowestMs, slowest, failed }: AreaResult,
  seed: number,
  seconds: number,
): void {
  const slow = `slowest ${slowestMs.toFixed(1)} ms (${slowest})`
  console.info(
    `${area}: ${cases} cases, ${accepted} accepted, ${large} of a megabyte, ${slow}, ${seconds.toFixed(1)} s, ${failed.length} failed`,
  )
  for (const { sample, case: index, message, input } of failed) {
    console.info(`  FAILED ${sample}, --only ${area} --seed ${seed}, case ${index}: ${message}`)
    console.info(
      `    ${JSON.stringify(input.length > 2_000 ? `${input.slice(0, 2_000)}… (${input.length} characters)` : input)}`,
    )
  }
}

const chosen = areas.filter(({ name }) => only.includes(name))
const percent = chosen.reduce((sum, one) => sum + one.percent, 0)
console.info(`Node ${process.version}, seed ${seed}, ${cases} cases in ${chosen.length} areas`)
const start = performance.now()
const failures: number[] = []
for (const area of chosen) {
  const from = performance.now()
  const result = await runArea(area, Math.ceil((cases * area.percent) / percent), seed)
  print(result, seed, (performance.now() - from) / 1_000)
  failures.push(result.failed.length)
}
const failed = failures.reduce((sum, one) => sum + one, 0)
console.info(`${failed} failures in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
process.exit(failed > 0 ? 1 : 0)
