// Filter, sort order and page size of the sources list.
import { useState } from 'preact/hooks'
import { firstOrder, noFilter, orderAfter, type SourceColumn, type SourceFilter, type SourceOrder } from './sources.ts'

/** Rows per page. */
export const pageSize = 50

export interface WantedSources {
  readonly filter: SourceFilter
  readonly order: SourceOrder
  readonly most: number
  /** Changes part of the filter and returns to the first page. */
  readonly narrow: (change: Partial<SourceFilter>) => void
  /** Replaces the filter. */
  readonly show: (filter: Partial<SourceFilter>) => void
  readonly sortBy: (column: SourceColumn) => void
  readonly setOrder: (order: SourceOrder) => void
  readonly showMore: () => void
}

/** The state lasts while the view is open. */
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
