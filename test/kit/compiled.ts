// Shares Node's compile cache among the processes of the tests, and fills it.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '../../node_modules/.cache/trawl-tests')

/** The environment for programs. Node checks by content whether a cached file is current. */
export const compiled = { NODE_COMPILE_CACHE: folder }

/** Fills the cache for thread files: Node does not save what threads compile, and a killed process saves nothing. */
export function compileThreads(): void {
  spawnSync(process.execPath, [import.meta.filename], { env: compiled, stdio: 'ignore' })
}

if (import.meta.main) {
  const store = join(import.meta.dirname, '../../src/store')
  const files = readdirSync(store).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  // The import compiles a thread's file, then fails because the thread data is missing.
  await Promise.allSettled(files.map((name) => import(pathToFileURL(join(store, name)).href)))
}
