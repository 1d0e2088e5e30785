// How each source is asked while it is asleep: channels for their latest posts, plugins with a keyword, lists as ever.

import type { SourceSwitches } from '../admin/source-switches.ts'
import type { SearchQuery, SearchSource } from '../search/plugin.ts'
import { telegramChannel } from '../search/telegram.ts'
import { createSourceTrials } from '../upstream/stats/source-trials.ts'
import type { Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import type { Platform } from './platform.ts'

/** A keyword that nearly every search site knows. */
const trialKeyword = '三体'

export function openSourceTrials(
  { log, epochMs }: Runtime,
  { sources }: Pick<Platform, 'sources'>,
  { upstream, statistics }: Pick<OpenAsking, 'upstream' | 'statistics'>,
  switches: Pick<SourceSwitches, 'isOn'>,
) {
  const { channels, plugins } = sources.catalogue
  const options = { maxAgeMs: 0 }
  const searched = (source: SearchSource, kw: string) =>
    [source.id, () => upstream.ask<SearchQuery, object>(source, { kw, ext: {} }, options)] as const
  const ask = () =>
    new Map([
      ...channels.map((name) => searched(telegramChannel(name), '')),
      ...[...plugins.values()].map((source) => searched(source, trialKeyword)),
      ...[...sources.lists].map(
        ([id, { source }]) => [id, () => upstream.ask<object, object>(source, {}, options)] as const,
      ),
    ])
  const onError = (error: unknown) => log.error({ err: error }, 'failed to ask a source that may be asleep')
  return createSourceTrials({ statistics, ask, isOn: switches.isOn, onError, epochMs })
}
