// What is known of shares from earlier checks: verdicts as they are kept of each cloud, and doubts, which are kept in memory for a while.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Source } from '../../upstream/source.ts'
import { maxCharacters } from '../../upstream/text-bounds.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { CheckedShare, CloudCheck, Verdict } from './check.ts'
import { believedForMs, type Finding, findingOf, uncertain } from './finding.ts'

/** A cloud as upstream knows it: its answer to a share is one verdict. */
export type CheckSource = Source<CheckedShare, Verdict>

const verdict = z.object({
  state: z.enum(['ok', 'bad', 'locked', 'uncertain']),
  summary: z.string().max(maxCharacters.failureText),
})

/** The id of the source that the check of a cloud is. */
export function checkIdOf(cloud: string): string {
  return `check:${cloud}`
}

/** The check of a cloud as a source that can be asked; its verdicts are kept for as long as the most lasting of them is believed. */
export function checkSource(cloud: string, { home, limits, ask }: CloudCheck): CheckSource {
  return {
    id: checkIdOf(cloud),
    home,
    limits: { ...limits, freshMs: believedForMs.ok, emptyFreshMs: 0, staleMs: 0 },
    // By its address, which names the host where a cloud has several that know their own shares only. What is kept is on disk, where
    // access codes need not be.
    keyOf: ({ url, password }) => `${url} ${password && hash('sha256', password, 'base64url').slice(0, 16)}`,
    isItem: (item) => verdict.safeParse(item).success,
    ask: async (share, io) => [await ask(share, io)],
  }
}

export interface KnownVerdicts {
  /** What serves without anybody being asked. */
  of(source: CheckSource, share: CheckedShare): Promise<Finding | undefined>
  /** A cloud was asked and did not tell: for a while it is not asked again for the same. */
  doubt(source: CheckSource, share: CheckedShare, summary: string): Finding
}

const mostDoubts = 5_000

/** Makes what looks up verdicts; `now` is in epoch milliseconds. */
export function createKnownVerdicts({ kept }: Pick<Upstream, 'kept'>, now: () => number): KnownVerdicts {
  const doubts = new LRUCache<string, Finding>({ max: mostDoubts })
  return {
    async of(source, share) {
      const old = await kept(source, share)
      const [said] = old?.items ?? []
      const serves = (finding: Finding | undefined) => (finding && now() < finding.until ? finding : undefined)
      return serves(old && said && findingOf(said, old.at.getTime())) ?? serves(doubts.get(keyOf(source, share)))
    },
    doubt(source, share, summary) {
      const finding = uncertain(summary, now(), believedForMs.uncertain)
      doubts.set(keyOf(source, share), finding)
      return finding
    },
  }
}

function keyOf({ id }: CheckSource, { url, password }: CheckedShare): string {
  return `${id} ${url} ${password}`
}
