// npm run doctor: `trawl doctor`, with what changed in the replies of drifted sources since their fixtures were recorded.
import { runTrawl } from '../src/cli/commands/run.ts'
import { runInProcess } from '../src/cli/run-in-process.ts'
import { createReplyComparison } from './doctor/compare-replies.ts'

await runInProcess(
  (words, terminal) => runTrawl(['doctor', ...words], terminal, createReplyComparison()),
  process.argv.slice(2),
  { env: process.env, epochMs: Date.now, monotonicMs: () => performance.now(), random: Math.random },
)
