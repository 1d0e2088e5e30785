// Runs the cases of one area, and reports those that failed with their seed and a short input.
import { seeded } from '../../test/kit/clocks.ts'
import type { Area, Sample } from './area.ts'
import { enlarge, mutate, oddTexts, pick } from './mutate.ts'

const megabyte = 1 << 20
/** Default processor time that a parser may take for a megabyte, or for less. */
const defaultMsPerMegabyte = 50
/** One case in this number has a megabyte. */
const largeEvery = 200
/** A slow case is measured again: the machine may have been busy. */
const measurements = 6
const maxFailures = 5

export interface Failed {
  readonly sample: string
  readonly case: number
  readonly message: string
  readonly input: string
}

export interface AreaResult {
  readonly area: string
  /** Cases that were tried: an area ends early after as many failures. */
  readonly cases: number
  readonly accepted: number
  /** Cases with a megabyte. */
  readonly large: number
  readonly slowestMs: number
  readonly slowest: string
  readonly failed: readonly Failed[]
}

/** Runs `cases` cases. A seed and the number of a case make its input. */
export async function runArea(
  area: Area,
  cases: number,
  seed: number,
  { hasTimeLimit = true }: { readonly hasTimeLimit?: boolean } = {},
): Promise<AreaResult> {
  const maxMs = hasTimeLimit ? (area.maxMsPerMegabyte ?? defaultMsPerMegabyte) : Number.POSITIVE_INFINITY
  const samples = await area.samples()
  const tally = { accepted: 0, large: 0, slowestMs: 0, slowest: '' }
  const failed: Failed[] = []
  let index = 0
  for (; index < cases && failed.length < maxFailures; index += 1) {
    const { sample, text, isLarge } = makeCase(area, samples, index, seed)
    if (isLarge) tally.large += 1
    const attempt = await tryCase(sample, text, maxMs)
    if (attempt.isAccepted) tally.accepted += 1
    if (attempt.ms > tally.slowestMs)
      Object.assign(tally, { slowestMs: attempt.ms, slowest: `${sample.name}, case ${index}` })
    const { message } = attempt
    if (
      message === undefined ||
      failed.some((one) => one.sample === sample.name && kindOf(one.message) === kindOf(message))
    )
      continue
    const fails = async (shorter: string) => kindOf((await tryCase(sample, shorter, maxMs)).message) === kindOf(message)
    const input = attempt.isSlow ? text : await minimise(text, fails)
    failed.push({ sample: sample.name, case: index, message, input })
  }
  return { area: area.name, cases: index, ...tally, failed }
}

/** Failures of one kind have one cause, as far as a program can tell. */
function kindOf(message: string | undefined): string | undefined {
  return message?.replaceAll(/\d+/g, '0').slice(0, 30)
}

function makeCase(area: Area, samples: readonly Sample[], index: number, seed: number) {
  const random = seeded(Math.imul(seed, 31) + index)
  const [first] = samples
  if (!first) throw new Error(`${area.name} has no samples`)
  const sample = pick(samples, random, first)
  const all = [...oddTexts, ...area.pieces]
  const pieces = sample.isBinary ? all.map((piece) => Buffer.from(piece).toString('latin1')) : all
  const isLarge = index % largeEvery === 0
  const text = mutate(sample.text, random, pieces)
  return { sample, text: isLarge ? enlarge(text, megabyte, random, pieces) : text, isLarge }
}

interface Attempt {
  readonly isAccepted: boolean
  readonly ms: number
  readonly message?: string
  readonly isSlow?: boolean
}

async function tryCase(sample: Sample, text: string, maxMs: number): Promise<Attempt> {
  try {
    let { ms, reading } = await measure(sample, text)
    const allowedMs = maxMs * Math.max(1, text.length / megabyte)
    for (let left = measurements; ms > allowedMs && left > 0; left -= 1)
      ms = Math.min(ms, (await measure(sample, text)).ms)
    reading.check?.()
    const { isAccepted } = reading
    if (ms <= allowedMs) return { isAccepted, ms }
    return { isAccepted, ms, isSlow: true, message: `took ${Math.round(ms)} ms for ${text.length} characters` }
  } catch (error) {
    return {
      isAccepted: false,
      ms: 0,
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    }
  }
}

/** Reads once; the processor time is of this thread, which does nothing else. */
async function measure(sample: Sample, text: string) {
  const start = threadMs()
  const reading = await sample.read(text)
  return { reading, ms: threadMs() - start }
}

/** Linux brings a thread's own clock up to date every few milliseconds, and whenever somebody reads that of the process. */
function threadMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Attempts per input: a parser that takes a second must not hold the run for ever. */
const maxAttempts = 400

/** Removes parts, halving their length, as long as the rest fails. */
export async function minimise(text: string, fails: (text: string) => Promise<boolean>): Promise<string> {
  let [shortest, attempts] = [text, 0]
  for (
    let length = Math.ceil(text.length / 2);
    length >= 1 && attempts < maxAttempts;
    length = Math.floor(length / 2)
  ) {
    for (let start = 0; start < shortest.length && attempts < maxAttempts; ) {
      attempts += 1
      const shorter = shortest.slice(0, start) + shortest.slice(start + length)
      if (await fails(shorter)) shortest = shorter
      else start += length
    }
  }
  return shortest
}
