// Runs scripts of package.json two at a time, for checks that use one core each; prints the output of each when it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const names = process.argv.slice(2)
const atOnce = 2
const waiting = names.values()
const failed: string[] = []

/** Runs a script and buffers its output, so that two outputs do not mix. */
async function run(name: string): Promise<void> {
  const begun = performance.now()
  const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const text: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => text.push(piece))
  const [code, signal] = await once(child, 'close')
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const how = code === 0 ? 'well' : `FAILED (${signal ?? `status ${code}`})`
  process.stdout.write(`${name}: ${how} after ${seconds} s\n${Buffer.concat(text)}`)
  if (code !== 0) failed.push(name)
}

async function runWaiting(): Promise<void> {
  for (const name of waiting) await run(name)
}

await Promise.all(Array.from({ length: atOnce }, runWaiting))
if (failed.length > 0) {
  process.stderr.write(`These failed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
