// What is tried once: a setting before an administrator changes it, and sources that are asleep.
import { createProxyTrial } from '../admin/try-proxy.ts'
import { createFeedLook } from '../hotlist/look-at-feed.ts'
import { createChannelLook } from '../search/look-at-channel.ts'
import type { SearchQuery, SearchSource } from '../search/plugin.ts'
import { telegramChannel } from '../search/telegram.ts'
import type { SourceStatistics } from '../upstream/stats/source-statistics.ts'
import { createSourceTrials } from '../upstream/stats/source-trials.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createNotifierTrial } from '../watches/try-notifier.ts'
import { type Context, outgoingOf } from './platform.ts'

/** Creates what an administrator tries before a setting is changed; `page` is requested through a proxy. */
export function createTrialsOfSettings(context: Context, upstream: Upstream, page: string) {
  const { allowance, isContainer } = context.settings
  const { epochMs, monotonicMs } = context.runtime
  return {
    tryProxy: createProxyTrial({ page, allowance, isContainer, monotonicMs }),
    tryNotifier: createNotifierTrial(outgoingOf(context), epochMs),
    lookAtChannel: createChannelLook(upstream, context.platform.sources.catalogue),
    lookAtFeed: createFeedLook(upstream),
  }
}

/** A keyword that nearly every search site knows. */
const trialKeyword = '三体'

/** Creates the trials of sources that are asleep: channels for their latest posts, plugins with a keyword, lists as ever. */
export function createTrialsOfSleepers(
  { runtime: { log, epochMs }, platform: { sources } }: Context,
  upstream: Upstream,
  statistics: SourceStatistics,
) {
  const { catalogue } = sources
  const options = { maxAgeMs: 0 }
  const searched = (source: SearchSource, kw: string) =>
    [source.id, () => upstream.ask<SearchQuery, object>(source, { kw, ext: {} }, options)] as const
  const ask = () =>
    new Map([
      ...catalogue.channels.map((name) => searched(telegramChannel(name), '')),
      ...[...catalogue.plugins.values()].map((source) => searched(source, trialKeyword)),
      ...[...sources.lists].map(
        ([id, { source }]) => [id, () => upstream.ask<object, object>(source, {}, options)] as const,
      ),
    ])
  const onError = (error: unknown) => log.error({ err: error }, 'failed to ask a source that may be asleep')
  return createSourceTrials({ statistics, ask, isOn: sources.switches.isOn, onError, epochMs })
}
