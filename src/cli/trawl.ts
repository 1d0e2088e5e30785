// Entry of the command `trawl`: search, hot lists, checks, doctor and MCP tools. Started by bin/trawl.js.
import { runInProcess } from './run-in-process.ts'
import { runTrawl } from './trawl-run.ts'

// The arguments may contain a key; the process list shows this title instead.
process.title = 'trawl'

await runInProcess(runTrawl, process.argv.slice(2), {
  env: process.env,
  epochMs: Date.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
})
