// Results of earlier checks: verdicts in the answer cache, uncertain results in memory for a while.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters } from '../../upstream/text-bounds.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CheckedShare, CloudCheck, Verdict } from './check.ts'
import { believedForMs, type Finding, findingOf, uncertain } from './finding.ts'

/** A cloud as an upstream source: the answer about a share is one verdict. */
export type CheckSource = Source<CheckedShare, Verdict>

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
    limits: { ...limits, freshMs: believedForMs.ok, emptyFreshMs: 0, staleMs: 0 },
    // Keyed by address, because hosts of one cloud may know only their own shares. The code is hashed because the key is stored on disk.
    keyOf: ({ url, password }) => `${url} ${password && hash('sha256', password, 'base64url').slice(0, 16)}`,
    isItem: (item) => verdict.safeParse(item).success,
    ask: async (share, io) => [await ask(share, io)],
  }
}

export interface KnownVerdicts {
  /** The cached finding, if still valid. */
  of(source: CheckSource, share: CheckedShare): Promise<Finding | undefined>
  /** Records an uncertain result, so that the share is not checked again for a while. */
  doubt(source: CheckSource, share: CheckedShare, summary: string): Finding
}

const mostDoubts = 5_000

/** Creates the verdict cache; `epochMs` is in epoch milliseconds. */
export function createKnownVerdicts({ kept }: Pick<Upstream, 'kept'>, epochMs: () => number): KnownVerdicts {
  const doubts = new LRUCache<string, Finding>({ max: mostDoubts })
  return {
    async of(source, share) {
      const old = await kept(source, share)
      const [said] = old?.items ?? []
      const serves = (finding: Finding | undefined) => (finding && epochMs() < finding.until ? finding : undefined)
      return serves(old && said && findingOf(said, old.at.getTime())) ?? serves(doubts.get(keyOf(source, share)))
    },
    doubt(source, share, summary) {
      const finding = uncertain(summary, epochMs(), believedForMs.uncertain)
      doubts.set(keyOf(source, share), finding)
      return finding
    },
  }
}

function keyOf({ id }: CheckSource, { url, password }: CheckedShare): string {
  return `${id} ${url} ${password}`
}
