// Measures the start until the service listens, and its memory then: with no hot list, with the default ones, and with all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { startOf } from './processes.ts'
import { spread } from './statistics.ts'

const root = join(import.meta.dirname, '..')
const rounds = 9

interface Start {
  readonly ms: number
  /** Resident memory; 0 where it cannot be read. */
  readonly megabytes: number
}

/**
 * Prints time and memory of starts; the variants alternate, so that changes of the machine's load affect all of them.
 */
export async function benchStart(): Promise<void> {
  console.info(`\nStarts until the service listens, ${rounds} rounds, each with a process of its own`)
  const ways = ['none', 'default', 'all']
  const starts = new Map<string, Start[]>(ways.map((way) => [way, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const way of ways) starts.get(way)?.push(await start({ ENABLED_SOURCES: way }))
  for (const [way, all] of starts) {
    const memory = spread(all.map(({ megabytes }) => megabytes))
    console.info(`  ENABLED_SOURCES=${way}: ${spread(all.map(({ ms }) => ms))} ms, ${memory} MB; goal under 1000 ms`)
  }
}

async function start(env: Readonly<Record<string, string>>): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-bench-'))
  const settings = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: 'http://127.0.0.1:9' }
  const begun = performance.now()
  const service = spawn(process.execPath, startOf(), {
    cwd: root,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(service, 'exit')
  try {
    await saying(service.stdout, 'listens on')
    return { ms: performance.now() - begun, megabytes: await memoryOf(service.pid) }
  } finally {
    service.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

function saying(output: Readable, words: string): Promise<void> {
  let said = ''
  return new Promise((resolve) => {
    output.on('data', (chunk) => {
      said += chunk
      if (said.includes(words)) resolve()
    })
  })
}

/** VmRSS of /proc/PID/status, in megabytes (proc(5)). */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
