// Options that V8 and the allocator read only when a process starts, so that they are the same however Trawl is started.

import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** A young generation of the default size takes 100 MB more. */
const optionsOfV8 = ['--max-semi-space-size=4']

/** Between collections the old generation may double. */
const heapGrowth = '--heap-growing-percent'

/**
 * Without them glibc hardly returns what is freed: each thread has memory of its own, and the size from which pieces are mappings of their own
 * grows. Smaller mappings would be returned sooner, but cost a quarter of a search's processor time: libuv reads into 64 KB.
 */
const optionsOfGlibc = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }

/** Starts Node again in this process with the options that were not given, if any: the process keeps its id, its streams and its arguments. */
export function applyMemoryOptions() {
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')].map(
    (option) => option.split('=')[0],
  )
  const missing = optionsOfV8.filter((option) => !given.includes(option.split('=')[0]))
  const env = { ...optionsOfGlibc, ...process.env }
  const isComplete = missing.length === 0 && Object.keys(optionsOfGlibc).every((name) => name in process.env)
  // The option has limited this thread; the limits of those that it starts count only without.
  if (isComplete) setFlagsFromString('--max-semi-space-size=0')
  // Windows has no such call, and a parent that talks to this process would lose it.
  if (isComplete || process.platform === 'win32' || process.channel) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...missing, ...process.argv.slice(1)], env)
}

/**
 * Limits the growth of the heap, unless an option does. Called when the program is loaded: with most options V8 rejects code that was compiled
 * without them, also that of Node's own modules, which then takes 30 ms to compile.
 */
export function limitHeapGrowth() {
  if (process.execArgv.some((option) => option.startsWith(heapGrowth))) return
  module.flushCompileCache()
  setFlagsFromString(`${heapGrowth}=100`)
}
