// Filter, sort order and page size of the sources list.
import { useState } from 'preact/hooks'
import {
  defaultOrder,
  nextOrder,
  noFilter,
  type SourceColumn,
  type SourceFilter,
  type SourceOrder,
} from './source-rows.ts'

/** Rows per page. */
export const pageSize = 50

export interface SourcesView {
  readonly filter: SourceFilter
  readonly order: SourceOrder
  readonly maxRows: number
  /** Changes part of the filter and returns to the first page. */
  readonly changeFilter: (change: Partial<SourceFilter>) => void
  /** Replaces the filter. */
  readonly replaceFilter: (filter: Partial<SourceFilter>) => void
  readonly sortBy: (column: SourceColumn) => void
  readonly setOrder: (order: SourceOrder) => void
  readonly showMore: () => void
}

/** The state lasts while the view is open. */
export function useFilter(): SourcesView {
  const [filter, setFilter] = useState(noFilter)
  const [order, setOrder] = useState(defaultOrder)
  const [maxRows, setMaxRows] = useState(pageSize)
  const change = (changed: SourceFilter) => {
    setFilter(changed)
    setMaxRows(pageSize)
  }
  return {
    filter,
    order,
    maxRows,
    changeFilter: (part) => change({ ...filter, ...part }),
    replaceFilter: (part) => change({ ...noFilter, ...part }),
    sortBy: (column) => setOrder(nextOrder(order, column)),
    setOrder,
    showMore: () => setMaxRows(maxRows + pageSize),
  }
}
