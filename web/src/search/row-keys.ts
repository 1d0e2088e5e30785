// Keyboard navigation between rows, from anywhere in the view.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { takesKeys } from '../components/takes-keys.ts'
import { type FocusedRow, rowElement } from './use-focused-row.ts'

/** Rows to move by; arrows move between lines of several columns, and only when a row has the focus: else they scroll. */
const steps: ReadonlyMap<string, (columns: number) => number> = new Map([
  ['j', () => 1],
  ['k', () => -1],
  ['ArrowDown', (columns: number) => columns],
  ['ArrowUp', (columns: number) => -columns],
])

interface RowKeysOptions {
  readonly list: RefObject<HTMLElement>
  readonly row: FocusedRow
  readonly keys: readonly string[]
  readonly columns?: number
  /** The row to begin with when none has the focus. */
  readonly firstVisible: number
  readonly scrollTo: (index: number) => void
  readonly onCopy: (key: string) => void
  readonly onSelect: (key: string) => void
}

/** j, k and arrows move, o opens, c copies, x selects. */
export function useRowKeys(options: RowKeysOptions): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return
      if (onKey(event.key, latest.current)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Returns whether the key does something. */
function onKey(key: string, { list, row, keys, columns = 1, firstVisible, ...does }: RowKeysOptions): boolean {
  const { focused } = row
  const step = steps.get(key)?.(columns)
  if (step !== undefined) {
    if (focused === undefined && key.startsWith('Arrow')) return false
    const index = focused === undefined ? firstVisible : keys.indexOf(focused) + step
    const next = keys[index]
    if (next === undefined) return false
    row.focus(next)
    does.scrollTo(index)
    return true
  }
  if (focused === undefined) return false
  if (key === 'o') rowElement(list, focused)?.querySelector<HTMLElement>('a[href]')?.click()
  else if (key === 'c') does.onCopy(focused)
  else if (key === 'x') does.onSelect(focused)
  else return false
  return true
}
