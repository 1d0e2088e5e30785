// What an opened item shows: its description, the sites that tell the same story, and its ranks over time. Loaded when one is opened.

import { useState } from 'preact/hooks'
import type { HotListItem } from '../../../../src/contract/hotlist.ts'
import type { HistoryAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import type { ApiError } from '../../api-client.ts'
import { displayNow } from '../../clock.ts'
import { Dialog } from '../../components/dialog.tsx'
import { formatAge, formatCompact, formatDateTime } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { storyDetailMessages } from '../stories/detail-messages.ts'
import { SpreadLine } from '../stories/spread-line.tsx'
import { StoryChip, useBestOfSites } from '../stories/story-parts.tsx'
import { historyMessages } from './messages.ts'
import { stepPath } from './step-path.ts'

interface MoreProps {
  /** Id of the list. */
  readonly source: string
  readonly item: HotListItem
  readonly story: TrendStory | undefined
  /** Whether ranks say something in this list. */
  readonly hasRanks: boolean
}

export function ItemMore({ source, item, story, hasRanks }: MoreProps) {
  const hover = item.extra?.hover
  return (
    <>
      {hover !== undefined && <p class="ms-9 me-3 pb-2 text-xs leading-5 whitespace-pre-line text-soft">{hover}</p>}
      {story && <Sites story={story} source={source} />}
      {hasRanks && <ItemHistory source={source} item={item} />}
    </>
  )
}

function Sites({ story, source }: { readonly story: TrendStory; readonly source: string }) {
  const messages = storyDetailMessages.use()
  const others = useBestOfSites(story.items).filter((one) => one.source !== source)
  return (
    <div class="ms-9 me-3 flex flex-col gap-1.5 pb-2">
      <ul aria-label={messages.sites} class="flex flex-wrap gap-1.5">
        {others.map((one) => (
          <StoryChip key={one.source} item={one} />
        ))}
      </ul>
      <SpreadLine story={story} />
    </div>
  )
}

type ItemAnswer = Extract<HistoryAnswer, { readonly points: unknown }>

interface HistoryProps {
  /** Id of the list. */
  readonly source: string
  readonly item: Pick<HotListItem, 'id' | 'title'>
}

function ItemHistory({ source, item }: HistoryProps) {
  const messages = historyMessages.use()
  const path = `/api/v1/sources/${encodeURIComponent(source)}/history?item=${encodeURIComponent(item.id)}`
  const { answer, error } = useAnswer<ItemAnswer>(path)
  const [isOpen, setOpen] = useState(false)
  if (!answer) return <Quiet text={error ? messages[reasonOf(error)] : messages.loading} />
  return (
    <div class="ms-9 me-3 pb-2 text-xs leading-5 text-soft">
      <button
        type="button"
        aria-haspopup="dialog"
        class="flex min-h-6 w-full items-center gap-2 rounded text-start hover:text-accent focus-visible:outline-offset-0"
        onClick={() => setOpen(true)}
      >
        <span class="sr-only">{messages.chart}</span>
        <Sparkline answer={answer} />
        <Peak answer={answer} />
      </button>
      {isOpen && (
        <Dialog title={item.title} onClose={() => setOpen(false)}>
          <Chart answer={answer} />
        </Dialog>
      )}
    </div>
  )
}

function reasonOf({ kind }: ApiError): 'none' | 'off' | 'failed' {
  if (kind === 'notFound') return 'none'
  return kind === 'busy' ? 'off' : 'failed'
}

function Quiet({ text }: { readonly text: string }) {
  return (
    <p role="status" class="ms-9 me-3 min-h-8 pb-2 text-xs leading-6 text-soft">
      {text}
    </p>
  )
}

interface AnswerProps {
  readonly answer: ItemAnswer
}

const fewestRanks = 4

/** The line of the ranks on a field of this size; the best rank is at the top. */
function rankPath({ points, firstSeen, lastSeen }: ItemAnswer, width: number, height: number): string {
  const [best, worst] = rankRange(points)
  const values = points.map(({ at, rank }) => ({ at, value: rank }))
  return stepPath(values, { from: firstSeen, to: lastSeen, top: best, bottom: worst, width, height })
}

function rankRange(points: ItemAnswer['points']): readonly [number, number] {
  const ranks = points.flatMap(({ rank }) => rank ?? [])
  const best = Math.min(...ranks)
  return [best, Math.max(best + fewestRanks, ...ranks)]
}

function Sparkline({ answer }: AnswerProps) {
  return (
    <svg width="72" height="20" viewBox="0 -2 72 20" aria-hidden="true" class="shrink-0 text-accent">
      <path d={rankPath(answer, 72, 16)} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  )
}

function Peak({ answer: { peak } }: AnswerProps) {
  const messages = historyMessages.use()
  const language = usePreferences().language.value
  return (
    <span class="figures truncate">{messages.peak(peak.rank, formatAge(peak.at, displayNow.value, language))}</span>
  )
}

/** Rank and heat, each on a scale of its own; the text below says what is drawn. */
function Chart({ answer }: AnswerProps) {
  const messages = historyMessages.use()
  const language = usePreferences().language.value
  const { points, firstSeen, lastSeen, peak } = answer
  const [best, worst] = rankRange(points)
  const heats = points.flatMap(({ hot }) => hot ?? [])
  const [least, most] = [Math.min(...heats), Math.max(...heats)]
  const heatValues = points.map(({ at, hot }) => ({ at, value: hot }))
  const heatField = { from: firstSeen, to: lastSeen, top: most, bottom: least, width: 100, height: 100 }
  const at = (time: number) => formatDateTime(time, language)
  const summary = [
    messages.peak(peak.rank, at(peak.at)),
    messages.seen(at(firstSeen), at(lastSeen)),
    ...(heats.length > 0 ? [messages.topHeat(formatCompact(most, language))] : []),
  ].join(language === 'zh' ? '；' : '; ')
  return (
    <figure class="text-xs leading-5 text-soft">
      <div role="img" aria-label={summary} class="flex h-48 gap-2 py-2">
        <span aria-hidden="true" class="figures flex flex-col justify-between text-end leading-none">
          <span>{best}</span>
          <span>{worst}</span>
        </span>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          class="min-w-0 flex-1 overflow-visible border-b border-s border-line [&_path]:fill-none [&_path]:[stroke-width:1.5] [&_path]:[vector-effect:non-scaling-stroke]"
        >
          {heats.length > 0 && <path d={stepPath(heatValues, heatField)} class="stroke-warn" stroke-dasharray="3 2" />}
          <path d={rankPath(answer, 100, 100)} class="stroke-accent" />
        </svg>
        {heats.length > 0 && (
          <span aria-hidden="true" class="figures flex flex-col justify-between leading-none">
            <span>{formatCompact(most, language)}</span>
            <span>{formatCompact(least, language)}</span>
          </span>
        )}
      </div>
      <figcaption>
        <span class="text-accent">— {messages.rankLine}</span>
        {heats.length > 0 && <span class="ms-2 text-warn">┄ {messages.heatLine}</span>}
        <span class="block">{summary}</span>
      </figcaption>
    </figure>
  )
}
