// Which sources the reader wants to see, in which order, and how many of them.
import { useState } from 'preact/hooks'
import { firstOrder, noFilter, orderAfter, type SourceColumn, type SourceFilter, type SourceOrder } from './sources.ts'

/** Rows shown at once, and by each press for more. */
export const pageSize = 50

export interface WantedSources {
  readonly filter: SourceFilter
  readonly order: SourceOrder
  readonly most: number
  /** Changes some of the filter; the first page is shown again. */
  readonly narrow: (change: Partial<SourceFilter>) => void
  /** Puts a filter in the place of what was set before. */
  readonly show: (filter: Partial<SourceFilter>) => void
  readonly sortBy: (column: SourceColumn) => void
  readonly setOrder: (order: SourceOrder) => void
  readonly showMore: () => void
}

/** Holds as long as the view is open. */
export function useFilter(): WantedSources {
  const [filter, setFilter] = useState(noFilter)
  const [order, setOrder] = useState(firstOrder)
  const [most, setMost] = useState(pageSize)
  const change = (changed: SourceFilter) => {
    setFilter(changed)
    setMost(pageSize)
  }
  return {
    filter,
    order,
    most,
    narrow: (part) => change({ ...filter, ...part }),
    show: (part) => change({ ...noFilter, ...part }),
    sortBy: (column) => setOrder(orderAfter(order, column)),
    setOrder,
    showMore: () => setMost(most + pageSize),
  }
}
