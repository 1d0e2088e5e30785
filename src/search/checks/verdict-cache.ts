// Results of earlier checks: verdicts in the answer cache, uncertain results in memory for a while.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { clockSkewMs, isRunning } from '../../async/ages.ts'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters } from '../../upstream/text-limits.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CheckedShare, CheckVerdict, CloudCheck } from './check.ts'
import { type CheckFinding, findingOf, ttlByState, uncertain } from './check-result.ts'

/** A cloud as an upstream source: the answer about a share is one verdict. */
type CheckSource = Source<CheckedShare, CheckVerdict>

const verdict = z.object({
  state: z.enum(['ok', 'bad', 'locked', 'uncertain']),
  summary: z.string().max(maxCharacters.failureText),
})

/** The source id of a cloud's check. */
export function checkIdOf(cloud: string): string {
  return `check:${cloud}`
}

/** Wraps a check as an upstream source; verdicts are cached for the longest lifetime of any state. */
export function checkSource(cloud: string, { home, limits, ask }: CloudCheck): CheckSource {
  return {
    id: checkIdOf(cloud),
    home,
    limits: { ...limits, freshMs: ttlByState.ok, emptyFreshMs: 0, staleMs: 0 },
    // Keyed by address, because hosts of one cloud may know only their own shares. The code is hashed because the key is stored on disk.
    keyOf: ({ url, password }) => `${url} ${password && hash('sha256', password, 'base64url').slice(0, 16)}`,
    isItem: (item) => verdict.safeParse(item).success,
    ask: async (share, io) => [await ask(share, io)],
  }
}

export type VerdictCache = ReturnType<typeof createVerdictCache>

const maxUncertain = 5_000

/** How long findings are valid, perhaps by the clock of another replica. */
const maxValidMs = Math.max(...Object.values(ttlByState)) + clockSkewMs

/** Creates the verdict cache; `epochMs` is in epoch milliseconds. */
export function createVerdictCache({ cached }: Pick<Upstream, 'cached'>, epochMs: () => number) {
  const uncertainFindings = new LRUCache<string, CheckFinding>({ max: maxUncertain })
  const keyOf = ({ id }: CheckSource, { url, password }: CheckedShare) => `${id} ${url} ${password}`
  return {
    /** The cached finding, if still valid. */
    async get(source: CheckSource, share: CheckedShare): Promise<CheckFinding | undefined> {
      const old = await cached(source, share)
      const [said] = old?.items ?? []
      const findings = [old && said && findingOf(said, old.at.getTime()), uncertainFindings.get(keyOf(source, share))]
      return findings.find((finding) => finding && isRunning(finding.until, epochMs(), maxValidMs))
    },
    /** Records an uncertain result, so that the share is not checked again for a while. */
    recordUncertain(source: CheckSource, share: CheckedShare, summary: string): CheckFinding {
      const finding = uncertain(summary, epochMs(), ttlByState.uncertain)
      uncertainFindings.set(keyOf(source, share), finding)
      return finding
    },
  }
}
