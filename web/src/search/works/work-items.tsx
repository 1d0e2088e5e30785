// A row of the list of works. Cards are placed by `transform`, which is no layout shift.
import { useMessages } from '../../use-messages.ts'
import type { CardContext } from './card-context.ts'
import { WorkCard } from './work-card.tsx'
import type { WorkRow } from './work-rows.ts'
import { worksMessages } from './works-messages.ts'

/** The position of a row. */
interface Place {
  /** Pixels from the top of the list. */
  readonly start: number
  readonly columns: number
  /** Number of works. */
  readonly total: number
  readonly isVisible: boolean
}

/** The items of a row: cards beside each other, or the line between works by title and those by text. */
export function workItems(row: WorkRow | undefined, { start, columns, total, isVisible }: Place, context: CardContext) {
  if (!row) return []
  if (row.works.length === 0) {
    return [
      <li
        key={row.key}
        data-row={row.key}
        class="absolute inset-x-0 top-0"
        style={{ transform: `translateY(${start}px)` }}
      >
        <TextDivider />
      </li>,
    ]
  }
  return row.works.map((item, column) => (
    <li
      key={item.work.key}
      data-row={item.work.key}
      aria-setsize={total}
      aria-posinset={row.first + column + 1}
      class="absolute start-0 top-0"
      style={{
        width: `calc((100% - ${columns - 1} * 1.5rem) / ${columns})`,
        transform: `translate(calc(${column} * (100% + 1.5rem)), ${start}px)`,
      }}
    >
      <WorkCard item={item} isVisible={isVisible} context={context} />
    </li>
  ))
}

function TextDivider() {
  const { textOnly } = useMessages(worksMessages)
  return <h2 class="flex h-12 items-end border-b border-line pb-2 text-sm font-medium text-soft">{textOnly}</h2>
}
