// Where the shares of one cloud are checked: what is known of them, the line for what is not, and what follows from an answer.
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
  /** What is said of the share without the cloud; undefined when that is to be asked. */
  unasked(asked: ShareToCheck): Finding | undefined
  /** What serves without anybody being asked. */
  known(asked: ShareToCheck): Promise<Finding | undefined>
  /** The check of the share: one under way, or one that takes its place in line now, where a lower order goes first; undefined when the line is full. */
  join(asked: ShareToCheck, order: number): Place | undefined
  /** Has the cloud nothing to do, and may it be asked? */
  isIdle(): boolean
}

export interface OfficeParts {
  readonly upstream: Pick<Upstream, 'ask'>
  readonly known: KnownVerdicts
  readonly book: Pick<HealthBook, 'note'>
  readonly metrics: Pick<Metrics, 'linkChecked'>
  /** What all clouds share: so many checks at once. */
  readonly slots: PQueue
  /** Where there are other replicas. */
  readonly sharedLines?: SharedLines | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A host that is left alone does not say for how long. */
const restMs = 60_000

/** Opens the office of a cloud. */
export function openOffice(cloud: string, check: CloudCheck, parts: OfficeParts): CloudOffice {
  const { upstream, known, book, metrics, now } = parts
  const source = checkSource(cloud, check)
  const line = createLine({ ...parts, cloud, manners: check.manners })

  const noted = (asked: ShareToCheck, finding: Finding): Finding => {
    const { state, at } = finding
    if (state === 'bad' && check.isGoneEverywhere?.(toldOf(asked)) === false) return finding
    // That a code somebody made up opens nothing says nothing of the share.
    const isLocked = state === 'locked' && asked.password === ''
    if (state === 'ok' || state === 'bad' || isLocked) book.note(asked.share.key, { state, at })
    return finding
  }
  const concluded = (asked: ShareToCheck, told: Told): Finding => {
    if ('verdict' in told) return noted(asked, findingOf(told.verdict, told.at))
    const words = wordsFor[told.error.kind]
    if (told.wasAsked) return known.doubt(source, toldOf(asked), words)
    return uncertain(words, now(), told.error.retryAfterMs ?? restMs)
  }
  return {
    unasked(asked) {
      const verdict = check.unasked?.(toldOf(asked))
      return verdict && unaskedFinding(verdict, now())
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
        // What the cloud gave us to ask with (a cookie, a token) may serve again.
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
