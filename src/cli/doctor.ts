// Entry of the doctor: asks every source live and reports its state. Help: `npm run doctor -- --help`.
import { runTrawl } from './commands/run.ts'
import { runInProcess } from './run-in-process.ts'

await runInProcess(runTrawl, ['doctor', ...process.argv.slice(2)], {
  env: process.env,
  epochMs: Date.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
})
