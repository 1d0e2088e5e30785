// Asks the source of a fixture over other replies, with nothing between them but the exchange: no cache, no retry, no back-off.
import { createMetrics } from '../../src/observability/metrics.ts'
import { createFileMirrors } from '../../src/upstream/ask/file-mirror.ts'
import { createIo } from '../../src/upstream/ask/io.ts'
import { createSourceMemory } from '../../src/upstream/ask/source-memory.ts'
import { createUpstreamHosts } from '../../src/upstream/host/hosts.ts'
import { createCallers } from '../../src/upstream/host/queue.ts'
import { createAskBudget } from '../../src/upstream/net/ask-budget.ts'
import { defaultLimits } from '../../src/upstream/source.ts'
import { type Exchange, replaying } from '../../test/kit/fixtures.ts'
import type { FixtureAsk } from '../../test/kit/replay.ts'

const metrics = createMetrics()

/** The items. Rejects as the source does. */
export async function replayAsk(
  { call, now, limits }: FixtureAsk,
  exchanges: readonly Exchange[],
): Promise<readonly unknown[]> {
  const epochMs = () => Date.parse(now)
  const wire = {
    ...{ transport: replaying(exchanges).transport, hosts: createUpstreamHosts(epochMs), metrics, epochMs },
    ...{ monotonicMs: epochMs, random: () => 0, activeMs: () => 0 },
    wait: async () => undefined,
  }
  const fileStorage = { read: async () => undefined, write: () => undefined }
  const fileMirrors = createFileMirrors(fileStorage, wire, { warn: () => undefined })
  const all = { ...defaultLimits, ...limits, attempts: 1 }
  const context = {
    ...{ limits: all, budget: createAskBudget(all.askMs, epochMs), signal: new AbortController().signal },
    ...{ callers: createCallers(), ignoresMemory: false },
  }
  const { io } = createIo(context, wire, { source: 'fuzz', memory: createSourceMemory(epochMs), fileMirrors })
  try {
    return await call(io)
  } finally {
    fileMirrors.close()
  }
}
