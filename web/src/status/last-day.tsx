// A day of a source: a bar for each hour, coloured by how its requests ended.
import type { SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import { formatDateTime } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { rateColor } from './format-values.ts'
import { statusMessages } from './messages.ts'

const hourMs = 3_600_000
const hours = 24

interface LastDayProps {
  readonly lastDay: SourceHealth['lastDay']
  /** Epoch milliseconds of the server's clock. */
  readonly now: number
}

/** Empty for a source that nobody asked in the last day. */
export function LastDay({ lastDay, now }: LastDayProps) {
  const messages = useMessages(statusMessages)
  const { language } = usePreferences()
  if (lastDay.length === 0) return null
  const first = (Math.floor(now / hourMs) - hours + 1) * hourMs
  const byHour = new Map(lastDay.map((hour) => [hour.at, hour]))
  const failing = lastDay.filter(({ requests, failed }) => failed * 2 > requests).length
  return (
    <span role="img" aria-label={messages.lastDay(lastDay.length, failing)} class="flex h-4 items-end gap-px">
      {Array.from({ length: hours }, (_, index) => {
        const at = first + index * hourMs
        const hour = byHour.get(at)
        const figures = hour && messages.hour(hour.requests, hour.failed)
        return (
          <span
            key={at}
            title={figures && `${formatDateTime(at, language.value)} · ${figures}`}
            class={`w-1 rounded-xs ${hour ? `h-full ${rateColor(1 - hour.failed / hour.requests)}` : 'h-1 bg-line'}`}
          />
        )
      })}
    </span>
  )
}
