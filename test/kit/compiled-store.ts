// A process that loads what the threads of the store do and ends at once, so that Node keeps it compiled.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const store = join(import.meta.dirname, '../../src/store')
const files = readdirSync(store).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
// A thread's own file is compiled, and then misses what it is handed.
await Promise.allSettled(files.map((name) => import(pathToFileURL(join(store, name)).href)))
