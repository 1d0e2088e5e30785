// Entry of the command `trawl`: search, hot lists, checks, doctor and MCP tools. Started by bin/trawl.js.
import { runTrawl } from './commands/run.ts'
import { runInProcess } from './run-in-process.ts'

// The arguments may contain a key; the process list shows this title instead.
process.title = 'trawl'

await runInProcess(runTrawl, process.argv.slice(2), {
  env: process.env,
  epochMs: Date.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
})
