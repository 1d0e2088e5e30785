// Runs the doctor: asks every source live and says which answer, which drifted and how. `npm run doctor -- --help` says more.
import { runDoctor } from './doctor-run.ts'
import { runInProcess } from './run-in-process.ts'

await runInProcess(runDoctor, process.argv.slice(2), {
  env: process.env,
  time: Date.now,
  now: () => performance.now(),
  random: Math.random,
})
