// Lets Node keep what it compiles of our files, so that the next start has it at hand. Loaded before everything else.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'server')
const packages = join(root, 'node_modules')
// In a package beside the bundle, in a checkout where `npm ci` clears it away. Where nothing can be written nothing is kept.
const folder = existsSync(built) ? join(built, '.cache') : join(packages, '.cache', 'trawl')

// Node 20, which only looks for a later one here, has no such thing. Packages that are missing are to be missed by whoever looks for them.
if (module.enableCompileCache && existsSync(dirname(dirname(folder))) && process.env.NODE_COMPILE_CACHE === undefined) {
  module.enableCompileCache(folder)
  // For threads and processes begun by this one.
  process.env.NODE_COMPILE_CACHE = folder
}
