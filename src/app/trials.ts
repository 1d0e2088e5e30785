// What is tried once: a setting before an administrator changes it, and sources that are asleep.
import { createProxyTrial } from '../admin/try-proxy.ts'
import { createFeedLook } from '../hotlist/look-at-feed.ts'
import type { Logger } from '../observability/log.ts'
import { createChannelLook } from '../search/look-at-channel.ts'
import { withParsedPosts } from '../search/posts/parse-post.ts'
import { channelPage } from '../search/telegram.ts'
import type { Source } from '../upstream/source.ts'
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

type Sources = Context['platform']['sources']

/** The parts of the context that the trials of sources need. */
interface SleeperContext {
  readonly runtime: Pick<Context['runtime'], 'epochMs'> & { readonly log: Pick<Logger, 'error'> }
  readonly platform: {
    readonly sources: Pick<Sources, 'catalogue' | 'lists'> & { readonly switches: Pick<Sources['switches'], 'isOn'> }
  }
}

/** Creates the trials of sources that are asleep: channels for their latest posts, plugins with a keyword, lists as ever. */
export function createTrialsOfSleepers(
  { runtime: { log, epochMs }, platform: { sources } }: SleeperContext,
  upstream: Pick<Upstream, 'ask'>,
  statistics: SourceStatistics,
) {
  const { catalogue } = sources
  const options = { maxAgeMs: 0 }
  const asked = <Query>(source: Source<Query, object>, query: Query) =>
    [source.id, () => upstream.ask(source, query, options)] as const
  const ask = () =>
    new Map([
      ...catalogue.channels.map((name) => asked(channelPage(name), {})),
      // A search for this keyword uses the same answer.
      ...[...catalogue.plugins.values()].map((source) => asked(withParsedPosts(source), { kw: trialKeyword, ext: {} })),
      ...[...sources.lists.values()].map(({ source }) => asked<object>(source, {})),
    ])
  const onError = (error: unknown) => log.error({ err: error }, 'failed to ask a source that may be asleep')
  return createSourceTrials({ statistics, ask, isOn: sources.switches.isOn, onError, epochMs })
}
