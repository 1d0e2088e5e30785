// Shares Node's compile cache among the processes of the tests, and fills it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../node_modules/.cache/trawl-tests')

/** The environment for programs. Node checks by content whether a cached file is current. */
export const compiled = { NODE_COMPILE_CACHE: folder }

/** Fills the cache for thread files: Node does not save what threads compile, and a killed process saves nothing. */
export function compileThreads(): void {
  spawnSync(process.execPath, [join(import.meta.dirname, 'compiled-store.ts')], { env: compiled, stdio: 'ignore' })
}
