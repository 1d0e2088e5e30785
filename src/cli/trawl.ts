// The command `trawl`: search, hot lists, checks, the doctor and tools for agents from a terminal. bin/trawl.js starts it.
import { runInProcess } from './run-in-process.ts'
import { runTrawl } from './trawl-run.ts'

// What was typed may hold a key; the list of processes shows the title in its place.
process.title = 'trawl'

await runInProcess(runTrawl, process.argv.slice(2), {
  env: process.env,
  time: Date.now,
  now: () => performance.now(),
  random: Math.random,
})
