// The checker of one cloud: cached verdicts, the check queue, and recording of new verdicts.
import type PQueue from 'p-queue'
import type { Metrics } from '../../metrics.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { HealthBook } from './book.ts'
import type { CloudCheck } from './check.ts'
import type { Told } from './cloud-breaker.ts'
import { type Finding, findingOf, unaskedFinding, uncertain, wordsFor } from './finding.ts'
import { checkSource, type KnownVerdicts } from './known-verdicts.ts'
import { createLine, type Place, type SharedLines } from './line.ts'
import type { ShareToCheck } from './share-to-check.ts'

export interface CloudOffice {
  /** A finding that needs no ask; undefined if the cloud must be asked. */
  unasked(asked: ShareToCheck): Finding | undefined
  /** The cached finding, if still valid. */
  known(asked: ShareToCheck): Promise<Finding | undefined>
  /** Joins the queued or running check of the share, or queues it (lower order first); undefined if the queue is full. */
  join(asked: ShareToCheck, order: number): Place | undefined
  /** Whether no check is queued or running and the breaker is not open. */
  isIdle(): boolean
}

export interface OfficeParts {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly known: KnownVerdicts
  readonly book: Pick<HealthBook, 'note'>
  readonly metrics: Pick<Metrics, 'linkChecked'>
  /** Limits concurrent checks over all clouds. */
  readonly slots: PQueue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedLines | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Lifetime of an uncertain result while a host's breaker is open; its end is not known here. */
const restMs = 60_000

/** Creates the checker of a cloud. */
export function openOffice(cloud: string, check: CloudCheck, parts: OfficeParts): CloudOffice {
  const { upstream, known, book, metrics, epochMs } = parts
  const source = checkSource(cloud, check)
  const line = createLine({ ...parts, cloud, manners: check.manners })

  const noted = (asked: ShareToCheck, finding: Finding): Finding => {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toldOf(asked)) === false) return finding
    // A code typed by a caller may be wrong; that says nothing about the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) book.note(asked.share.key, { state, at })
    return finding
  }
  const concluded = (asked: ShareToCheck, told: Told): Finding => {
    if ('verdict' in told) return noted(asked, findingOf(told.verdict, told.at))
    const words = wordsFor[told.error.kind]
    if (told.wasAsked) return known.doubt(source, toldOf(asked), words)
    return uncertain(words, epochMs(), told.error.retryAfterMs ?? restMs)
  }
  return {
    unasked(asked) {
      const verdict = check.unasked?.(toldOf(asked))
      return verdict && unaskedFinding(verdict, epochMs())
    },
    async known(asked) {
      const finding = await known.of(source, toldOf(asked))
      return finding && noted(asked, finding)
    },
    join(asked, order) {
      const share = toldOf(asked)
      return line.join({
        key: `${share.url} ${share.password}`,
        order,
        // Allows reuse of remembered cookies and tokens.
        ask: (signal) => upstream.ask(source, share, { maxAgeMs: 0, mayRemember: true, signal }),
        conclude(told) {
          const finding = concluded(asked, told)
          metrics.linkChecked(cloud, finding.state)
          return finding
        },
      })
    },
    isIdle: line.isIdle,
  }
}

function toldOf({ share: { code, url }, password }: ShareToCheck) {
  return { code, password, url }
}
