// Loads the thread files of the store and exits, which fills Node's compile cache.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const store = join(import.meta.dirname, '../../src/store')
const files = readdirSync(store).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
// The import compiles a thread's file, then fails because the thread data is missing.
await Promise.allSettled(files.map((name) => import(pathToFileURL(join(store, name)).href)))
