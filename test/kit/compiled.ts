// Where Node keeps what it has compiled of our files, so that the hundreds of processes of the tests need not do it again; and what fills it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../node_modules/.cache/trawl-tests')

/** What a program is told of it, in its environment. It tells by their contents whether files are still the same. */
export const compiled = { NODE_COMPILE_CACHE: folder }

/** Compiles what runs in threads. What a process runs it keeps itself when it ends, its threads do not, nor does one that is killed. */
export function compileThreads(): void {
  spawnSync(process.execPath, [join(import.meta.dirname, 'compiled-store.ts')], { env: compiled, stdio: 'ignore' })
}
