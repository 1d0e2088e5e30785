// The dialog that shows a list as it stood at a time, chosen by a slider or typed.
import { useState } from 'preact/hooks'
import type { SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { HistoryAnswer, ListAtAnswer } from '../../../../src/contract/hotlist-history.ts'
import type { ApiError } from '../../api-client.ts'
import { now } from '../../clock.ts'
import { Dialog } from '../../components/dialog.tsx'
import { fullNameOf } from '../../components/list-name.tsx'
import { OutLink } from '../../components/out-link.tsx'
import { formatDateTime } from '../../format-time.ts'
import { useMuted } from '../../muted/use-muted.ts'
import { usePreferences } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { useBoard } from '../board-context.ts'
import { itemUrl, sideText } from '../item-details.ts'
import { historyMessages } from './messages.ts'

type ItemsAnswer = Extract<HistoryAnswer, { readonly items: unknown }>

const minuteMs = 60_000
/** While the slider is moved, the server is asked only when it rests. */
const pauseMs = 200

export function AsItStoodDialog({ record, onClose }: { readonly record: SourceRecord; readonly onClose: () => void }) {
  const messages = historyMessages.use()
  const [latest] = useState(() => Math.floor(now() / minuteMs) * minuteMs)
  const [time, setTime] = useState(latest)
  const base = `/api/v1/sources/${encodeURIComponent(record.id)}`
  const { answer, error, isLoading } = useAnswer<ListAtAnswer>(`${base}/at?time=${time + minuteMs - 1}`, { pauseMs })
  const earliest = useEarliest(`${base}/history?limit=500`, latest)
  return (
    <Dialog title={messages.past(fullNameOf(record))} onClose={onClose}>
      <div class="flex h-[72dvh] flex-col gap-3">
        <TimeChoice time={time} from={Math.min(earliest, time)} to={latest} onChange={setTime} />
        <div aria-busy={isLoading} class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 aria-busy:opacity-60">
          {answer && <Standing answer={answer} />}
          {!answer && <Absent error={error} />}
        </div>
      </div>
    </Dialog>
  )
}

/** The first sight of an item within the days that the service looks back by default. */
function useEarliest(path: string, latest: number): number {
  const { answer } = useAnswer<ItemsAnswer>(path)
  const firsts = answer?.items.map(({ firstSeen }) => firstSeen) ?? []
  return Math.max(Math.min(latest - minuteMs, ...firsts), answer?.from ?? 0)
}

interface ChoiceProps {
  readonly time: number
  readonly from: number
  readonly to: number
  readonly onChange: (time: number) => void
}

function TimeChoice({ time, from, to, onChange }: ChoiceProps) {
  const messages = historyMessages.use()
  const language = usePreferences().language.value
  const change = (at: number) => {
    if (Number.isFinite(at)) onChange(Math.min(at, to))
  }
  return (
    <div class="flex shrink-0 items-center gap-3 max-sm:flex-wrap">
      <input
        type="range"
        aria-label={messages.time}
        aria-valuetext={formatDateTime(time, language)}
        autofocus
        min={from}
        max={to}
        step={minuteMs}
        value={time}
        class="h-9 min-w-0 flex-1 accent-accent max-sm:basis-full"
        onInput={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
      <input
        type="datetime-local"
        aria-label={messages.timeInput}
        max={localTime(to)}
        value={localTime(time)}
        class="h-9 rounded-lg border border-edge bg-card px-2 text-sm text-ink"
        onChange={({ currentTarget }) => change(new Date(currentTarget.value).getTime())}
      />
    </div>
  )
}

/** The browser's local time as the input takes it: 2026-11-23T19:40. */
function localTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * minuteMs
  return new Date(at - offsetMs).toISOString().slice(0, 16)
}

function Standing({ answer: { data, updatedAt } }: { readonly answer: ListAtAnswer }) {
  const { items, muted } = useMuted(data)
  const messages = historyMessages.use()
  const language = usePreferences().language.value
  const { isNarrow } = useBoard()
  return (
    <>
      <p role="status" class="pb-1 text-xs text-soft">
        {messages.asOf(formatDateTime(updatedAt, language))}
      </p>
      <ol class="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <OutLink
              href={itemUrl(item, isNarrow)}
              class="flex gap-3 py-2 text-sm leading-5 hover:text-accent focus-visible:outline-offset-0"
            >
              <span class="figures w-6 shrink-0 text-end text-soft">{item.rank}</span>
              <span class="min-w-0 flex-1">{item.title}</span>
              <span class="figures shrink-0 text-xs leading-5 text-soft">{sideText(item, updatedAt, language)}</span>
            </OutLink>
          </li>
        ))}
      </ol>
      {muted.line}
    </>
  )
}

function Absent({ error }: { readonly error: ApiError | undefined }) {
  const messages = historyMessages.use()
  const failed = error?.kind === 'busy' ? messages.off : messages.failed
  const reason = error?.kind === 'notFound' ? messages.noList : failed
  return (
    <p role="status" class="py-10 text-center text-sm text-soft">
      {error ? reason : messages.wait}
    </p>
  )
}
