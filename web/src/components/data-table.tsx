// A table: columns with what their cells show; heads may sort it.
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

export interface Column<Row, Id extends string = string> {
  readonly id: Id
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Classes of the head and the cells, such as a width, or from which screens on they are shown. */
  readonly class?: string
}

interface Order<Id> {
  readonly column: Id
  readonly isDescending: boolean
}

interface TableProps<Row, Id extends string> {
  readonly caption: string
  /** The first one names the row. */
  readonly columns: readonly Column<Row, Id>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Heads sort the table. */
  readonly sort?: { readonly order: Order<Id>; readonly by: (column: Id) => void }
}

const cell = 'border-b border-line px-3 py-2 align-top group-last:border-b-0'

export function DataTable<Row, Id extends string>({ caption, columns, rows, keyOf, sort }: TableProps<Row, Id>) {
  return (
    <table
      class={`w-full border-separate border-spacing-0 rounded-2xl border border-line bg-card text-sm ${sort ? 'table-fixed' : ''}`}
    >
      <caption class="sr-only">{caption}</caption>
      <thead>
        <tr class="text-xs text-soft">
          {columns.map(({ id, name, class: extra = '' }) => (
            <th
              key={id}
              scope="col"
              aria-sort={sort && sortOf(sort.order, id)}
              class={`border-b border-line text-start font-semibold whitespace-nowrap first:rounded-ss-2xl last:rounded-se-2xl ${sort ? 'sticky top-0 z-10 bg-card p-1' : 'px-3 py-2'} ${extra}`}
            >
              {sort ? <SortButton name={name} direction={sortOf(sort.order, id)} onSort={() => sort.by(id)} /> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class="group">
            {columns.map(({ id, cell: contentOf, class: extra = '' }, at) =>
              at === 0 ? (
                <th key={id} scope="row" class={`${cell} text-start font-medium ${extra}`}>
                  {contentOf(row)}
                </th>
              ) : (
                <td key={id} class={`${cell} ${extra}`}>
                  {contentOf(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sortOf<Id>({ column, isDescending }: Order<Id>, id: Id): 'ascending' | 'descending' | undefined {
  if (column !== id) return undefined
  return isDescending ? 'descending' : 'ascending'
}

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const

interface SortProps {
  readonly name: string
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

function SortButton({ name, direction, onSort }: SortProps) {
  const Arrow = arrows[direction ?? 'none']
  return (
    <button
      type="button"
      class="inline-flex min-h-9 w-full items-center gap-1 rounded-lg px-2 text-start whitespace-normal hover:bg-raised hover:text-ink"
      onClick={onSort}
    >
      {name}
      <Arrow size={14} aria-hidden="true" class={`shrink-0 ${direction ? 'text-accent' : 'opacity-40'}`} />
    </button>
  )
}
