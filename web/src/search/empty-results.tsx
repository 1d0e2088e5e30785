// Explains why there are no results, and what to do about it.

import { CircleStop, FilterX, Inbox, SearchX, ServerCrash, Unplug } from 'lucide-preact'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { lazyComponent, Nothing } from '../components/lazy.tsx'
import { WatchButton } from '../components/watch-button.tsx'
import { wordsToWatch } from '../components/words-to-watch.ts'
import type { WatchOffer } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'
import { NearestTitles } from './nearest-titles.tsx'
import type { SearchProgress } from './search-progress.ts'
import type { SearchSession } from './search-session.ts'
import { emptySearch, isNarrowed, type SearchState } from './search-state.ts'
import { shorterKeywords } from './shorter-keywords.ts'

const PosterRows = lazyComponent(async () => (await import('./front/poster-rows.tsx')).PosterRows, Nothing)
const Problems = lazyComponent(async () => (await import('./problems.tsx')).Problems)

export interface EmptyResultsProps {
  readonly ask: SearchState
  readonly session: SearchSession
  /** The filters that hide results. */
  readonly hiddenBy: readonly HiddenBy[]
  readonly onChange: (part: Partial<SearchState>) => void
  readonly onAsk: (ask: SearchState) => void
  readonly onShowAllClouds?: () => void
  readonly onShowMuted: () => void
}

export type HiddenBy = 'words' | 'dead' | 'tab' | 'attributes' | 'clouds' | 'muted'

export function EmptyResults(props: EmptyResultsProps) {
  const { session } = props
  const progress = session.progress.value
  if (session.rows.value.length > 0) return <AllHidden {...props} />
  if (progress.error && progress.phase === 'refused') {
    // It may have been restarted already, when the browser came back online.
    const retry = () => session.progress.peek().phase === 'refused' && session.start()
    return <ErrorPage error={progress.error} onRetry={retry} />
  }
  const why = emptyReason(progress)
  return (
    <>
      <EmptyMessage {...props} progress={progress} />
      {why === 'allFailed' && <FailureReasons progress={progress} />}
      {why === 'none' && <PosterRows />}
    </>
  )
}

/** If all sources failed, shows the reasons without a click. */
function FailureReasons({ progress }: { readonly progress: SearchProgress }) {
  return (
    <div class="mx-auto min-h-40 max-w-xl">
      <Problems of={progress} />
    </div>
  )
}

/** There are results, but filters hide all of them. */
function AllHidden({ session, hiddenBy, onChange, onShowAllClouds, onShowMuted }: EmptyResultsProps) {
  const messages = emptyResultsMessages.use()
  const show: Readonly<Record<HiddenBy, () => void>> = {
    tab: () => onChange({ tab: 'all' }),
    words: () => onChange({ include: [], exclude: [] }),
    dead: () => onChange({ hidesDead: false }),
    attributes: () => onChange({ attributes: [] }),
    clouds: () => onShowAllClouds?.(),
    muted: onShowMuted,
  }
  return (
    <EmptyState
      icon={FilterX}
      title={messages.allFiltered(session.rows.value.length)}
      text={hiddenBy.map((reason) => messages.filteredBy[reason]).join(' · ')}
    >
      {hiddenBy.map((reason) => (
        <Button key={reason} onClick={show[reason]}>
          {messages.show[reason]}
        </Button>
      ))}
    </EmptyState>
  )
}

type EmptyReason = 'noSources' | 'allFailed' | 'stopped' | 'broken' | 'none'

function emptyReason({ phase, asked, answered, failed }: SearchProgress): EmptyReason {
  if (phase === 'broken' || phase === 'stopped') return phase
  if (asked === 0) return 'noSources'
  return failed > 0 && answered === 0 ? 'allFailed' : 'none'
}

function EmptyMessage({ ask, session, progress, onAsk }: EmptyResultsProps & { readonly progress: SearchProgress }) {
  const messages = emptyResultsMessages.use()
  const why = emptyReason(progress)
  const late = progress.asked - progress.answered - progress.failed
  const isNarrow = isNarrowed(ask)
  const { icon, title, text } = {
    noSources: { icon: Inbox, title: messages.noSources, text: messages.noSourcesWhy },
    allFailed: { icon: ServerCrash, title: messages.allFailed, text: messages.allFailedWhy },
    stopped: { icon: CircleStop, title: messages.stoppedTitle, text: messages.stoppedWhy },
    broken: { icon: Unplug, title: messages.brokenTitle, text: messages.brokenWhy },
    none: { icon: SearchX, title: messages.none, text: isNarrow ? messages.noneNarrow : messages.noneWhy },
  }[why]
  const isLate = why === 'none' && late > 0
  const widen = () => onAsk({ ...emptySearch, kw: ask.kw, sort: ask.sort, hidesDead: ask.hidesDead })
  return (
    <EmptyState icon={icon} title={title} text={isLate ? messages.noneLate(late) : text} isAlert={why === 'allFailed'}>
      {why === 'none' && (
        <WatchButton look="main" class="min-h-11!" offers={watchesOf(ask)}>
          {messages.tell}
        </WatchButton>
      )}
      {isNarrow && <Button onClick={widen}>{messages.everywhere}</Button>}
      {(why !== 'none' || isLate) && why !== 'noSources' && (
        <Button
          look={isNarrow || why === 'none' ? 'plain' : 'main'}
          onClick={() => session.start({ isRefresh: why === 'allFailed' })}
        >
          {messages.again}
        </Button>
      )}
      {why === 'none' && (
        <NearestTitles
          kw={ask.kw}
          otherwise={shorterKeywords(ask.kw)}
          onPick={(kw) => onAsk({ ...ask, kw, attributes: [] })}
        />
      )}
    </EmptyState>
  )
}

/** What would have been found. A share that was pasted is no word. */
function watchesOf({ kw, share, types }: SearchState): readonly WatchOffer[] {
  if (share !== undefined) return []
  return [{ words: wordsToWatch(kw), in: ['archive', 'search'], ...(types.length > 0 && { clouds: [...types] }) }]
}

const emptyResultsMessages = createMessages({
  none: ['没有找到结果', 'Nothing found'],
  tell: ['出现时通知我', 'Tell me when it appears'],
  noneWhy: ['换个更短的词，或检查错别字。', 'Try a shorter keyword or check the spelling.'],
  noneNarrow: ['这次只搜了一部分来源或网盘。', 'Only some sources or clouds were searched.'],
  noneLate: [
    (count: number) => `还有 ${count} 个来源没有及时响应，可以再搜一次。`,
    (count: number) =>
      count === 1
        ? '1 source did not answer in time. Search again to include it.'
        : `${count} sources did not answer in time. Search again to include them.`,
  ],
  everywhere: ['搜全部来源和网盘', 'Search all sources and clouds'],
  again: ['再搜一次', 'Search again'],
  allFailed: ['所有来源都失败了', 'All sources failed'],
  allFailedWhy: [
    '多半是服务器的网络问题，不代表没有资源。',
    'Probably a network problem of the server; there may still be results.',
  ],
  noSources: ['没有可搜的来源', 'No sources to search'],
  noSourcesWhy: ['选中的频道或插件都不可用。', 'None of the selected channels or plugins is available.'],
  stoppedTitle: ['搜索已停止', 'Search stopped'],
  stoppedWhy: ['停止前还没有结果。', 'It was stopped before the first result.'],
  brokenTitle: ['连接中断了', 'Connection lost'],
  brokenWhy: ['中断前还没有结果。', 'It was lost before the first result.'],
  allFiltered: ['{0} 条结果都被隐藏了', 'The one result is hidden|All {0} results are hidden'],
  filteredBy: {
    words: ['筛选词', 'filter words'],
    dead: ['隐藏失效', 'dead links hidden'],
    tab: ['网盘类型', 'cloud'],
    attributes: ['作品筛选', 'filters'],
    clouds: ['我的网盘', 'my clouds'],
    muted: ['屏蔽词', 'muted words'],
  },
  show: {
    words: ['清除筛选词', 'Clear filter words'],
    dead: ['显示失效链接', 'Show dead links'],
    tab: ['看全部网盘', 'Show all clouds'],
    attributes: ['清除筛选', 'Clear filters'],
    clouds: ['看全部网盘', 'Show all clouds'],
    muted: ['显示含屏蔽词的', 'Show muted ones'],
  },
})
