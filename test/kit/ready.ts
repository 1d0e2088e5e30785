// Answers kept as bytes, as tests of a whole service want them.
import { createReadyAnswers, type KeptReady, type ReadyAnswers } from '../../src/http/ready-answers.ts'
import type { Metrics } from '../../src/metrics.ts'
import { createBudget } from '../../src/store/budget.ts'
import { createVersions, type Versions } from '../../src/upstream/versions.ts'

/** Room for all that a test keeps, by a clock in epoch milliseconds. */
export function makeReady(
  epochMs: () => number,
  versions: Versions = createVersions(),
  metrics: Pick<Metrics, 'asked' | 'readyAnswer'> = { asked: () => undefined, readyAnswer: () => undefined },
): ReadyAnswers {
  const shelf = createBudget(50_000_000, epochMs).hold<KeptReady>()
  return createReadyAnswers({
    shelf,
    isCurrent: versions.isCurrent,
    metrics,
    epochMs,
    monotonicMs: () => performance.now(),
  })
}
