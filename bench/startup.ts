// Measures the start of the built server until it listens, and its memory then.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtTrawl, cpuMs, residentMb, startAsking } from './processes.ts'
import { spread } from './statistics.ts'

const root = join(import.meta.dirname, '..')
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)

interface Start {
  readonly ms: number
  /** Processor time of all threads. */
  readonly cpuMs: number
  /** Resident memory. */
  readonly megabytes: number
}

interface Way {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Prints time and memory of starts; the variants alternate, so that changes of the machine's load affect all of them. Node's compile cache
 * is filled by a start of each that is not counted.
 */
export async function benchStart(): Promise<void> {
  if (!existsSync(join(root, builtTrawl))) {
    console.error(`\nThe benchmark of the start needs ${builtTrawl}: run npm run build first.`)
    process.exitCode = 1
    return
  }
  console.info(`\nStarts until the service listens, ${rounds} rounds, each with a process of its own`)
  const ways: readonly Way[] = [
    { name: 'built', env: {} },
    { name: 'built, nothing on disk', env: { DATA_DIR: '' } },
  ]
  const starts = new Map<Way, Start[]>(ways.map((way) => [way, []]))
  for (const way of ways) await start(way)
  for (let round = 0; round < rounds; round += 1) for (const way of ways) starts.get(way)?.push(await start(way))
  for (const [{ name }, all] of starts) print(name, all)
  printVersion()
}

function print(name: string, all: readonly Start[]): void {
  const memory = spread(all.map(({ megabytes }) => megabytes))
  const cpu = spread(all.map(({ cpuMs }) => cpuMs))
  console.info(
    `  ${name}: ${spread(all.map(({ ms }) => ms))} ms, ${cpu} ms of processor time, ${memory} MB; goal of the built server 400 ms, 110 MB`,
  )
}

function printVersion(): void {
  const took = Array.from({ length: rounds }, () => {
    const begun = performance.now()
    execFileSync(process.execPath, [builtTrawl, '--version'], { cwd: root })
    return performance.now() - begun
  })
  console.info(`  trawl --version: ${spread(took)} ms; goal 100 ms`)
}

async function start({ env }: Way): Promise<Start> {
  const begun = performance.now()
  const service = await startAsking('http://127.0.0.1:9', env, [], { args: [builtTrawl] })
  try {
    const ms = performance.now() - begun
    return { ms, cpuMs: await cpuMs(service.pid), megabytes: await residentMb(service.pid) }
  } finally {
    await service.stop()
  }
}
