// Results of earlier checks: verdicts in the answer cache, uncertain results in memory for a while.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters } from '../../upstream/text-limits.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CheckedShare, CheckVerdict, CloudCheck } from './check.ts'
import { type CheckFinding, findingOf, ttlByState, uncertain } from './check-result.ts'

/** A cloud as an upstream source: the answer about a share is one verdict. */
export type CheckSource = Source<CheckedShare, CheckVerdict>

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

export interface VerdictCache {
  /** The cached finding, if still valid. */
  get(source: CheckSource, share: CheckedShare): Promise<CheckFinding | undefined>
  /** Records an uncertain result, so that the share is not checked again for a while. */
  recordUncertain(source: CheckSource, share: CheckedShare, summary: string): CheckFinding
}

const maxUncertain = 5_000

/** Creates the verdict cache; `epochMs` is in epoch milliseconds. */
export function createVerdictCache({ cached }: Pick<Upstream, 'cached'>, epochMs: () => number): VerdictCache {
  const uncertainFindings = new LRUCache<string, CheckFinding>({ max: maxUncertain })
  return {
    async get(source, share) {
      const old = await cached(source, share)
      const [said] = old?.items ?? []
      const serves = (finding: CheckFinding | undefined) => (finding && epochMs() < finding.until ? finding : undefined)
      return (
        serves(old && said && findingOf(said, old.at.getTime())) ?? serves(uncertainFindings.get(keyOf(source, share)))
      )
    },
    recordUncertain(source, share, summary) {
      const finding = uncertain(summary, epochMs(), ttlByState.uncertain)
      uncertainFindings.set(keyOf(source, share), finding)
      return finding
    },
  }
}

function keyOf({ id }: CheckSource, { url, password }: CheckedShare): string {
  return `${id} ${url} ${password}`
}
