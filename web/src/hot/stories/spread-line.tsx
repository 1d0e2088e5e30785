// A small line of how many platforms had a story in the last hour.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { displayNow } from '../../clock.ts'
import { stepPath } from '../history/step-path.ts'
import { storyDetailMessages } from './detail-messages.ts'
import { spreadMs, spreadOf } from './spread.ts'
import { useSiteName } from './story-parts.tsx'

const [width, height] = [96, 20]

export function SpreadLine({ story: { items } }: { readonly story: TrendStory }) {
  const messages = storyDetailMessages.use()
  const siteNameOf = useSiteName()
  const now = displayNow.value
  const values = spreadOf(items, siteNameOf, now)
  const [before, after] = [values[0]?.value, values.at(-1)?.value]
  if (before == null || after == null) return null
  const field = { from: now - spreadMs, to: now, top: after, bottom: 0, width, height }
  return (
    <p class="figures flex items-center gap-2 text-xs leading-5 text-soft">
      <svg
        width={width}
        height={height + 2}
        viewBox={`0 -1 ${width} ${height + 2}`}
        aria-hidden="true"
        class="shrink-0"
      >
        <path d={stepPath(values, field)} fill="none" stroke="currentColor" stroke-width="1.5" class="text-accent" />
      </svg>
      {messages.spread(before, after)}
    </p>
  )
}
