// Listeners for the end of each ask: combines several, logs failures, and counts by source.
import type { Logger } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { isReachabilityCheck } from '../net/reachability.ts'
import type { Outcome } from '../source.ts'

type Listener = (source: string, outcome: Outcome<unknown>, worth: number | undefined) => void

/** Combines listeners into one, which also logs failures. Level `debug`: failures are ordinary, and `/api/v1/logs` shows them. */
export function combineListeners(log: Pick<Logger, 'debug'>, ...listeners: readonly Listener[]): Listener {
  return (source, outcome, worth) => {
    if (isReachabilityCheck(source)) return
    for (const listener of listeners) listener(source, outcome, worth)
    const { state, failure, tookMs: ms } = outcome
    if (failure) log.debug({ source, ...failure, ms }, state === 'failed' ? 'an ask failed' : 'an ask came in part')
    const bypassed = state === 'failed' ? undefined : outcome.skippedUpstream
    if (bypassed) log.debug({ source, ...bypassed, ms }, 'an upstream was bypassed')
  }
}

/** A listener that counts asks by source. Requests may name any channel, so those not in `listed` are counted together. */
export function sourceMetricsListener(
  metrics: Pick<Metrics, 'recordSourceAsk'>,
  listed: Pick<ReadonlySet<string>, 'has'>,
): Listener {
  return (id, outcome) => {
    const source = listed.has(id) ? id : 'other'
    metrics.recordSourceAsk({ source, kind: kindOf(id), outcome: endOf(outcome), ms: outcome.tookMs })
  }
}

function endOf({ state, failure }: Outcome<unknown>): string {
  if (failure === undefined) return 'ok'
  return state === 'failed' ? failure.kind : 'part'
}

function kindOf(id: string): string {
  if (id.startsWith('tg:')) return 'channel'
  if (id.startsWith('check:')) return 'check'
  return id.startsWith('plugin:') ? 'plugin' : 'list'
}
