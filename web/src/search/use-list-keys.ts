// Keys of the list of results, from anywhere in the view: j, k and arrows move, o opens, c copies, x selects.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { takesKeys } from '../components/takes-keys.ts'
import type { Result } from './arrange.ts'
import type { ListContext } from './list-context.ts'
import { visibleItems } from './visible-items.ts'

interface KeysOptions {
  readonly list: RefObject<HTMLElement>
  readonly results: readonly Result[]
  readonly context: ListContext
}

export function useListKeys(options: KeysOptions): void {
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

/** Results to move by; arrows move between lines of several columns, and only when a result has the focus: else they scroll. */
function stepOf(key: string, item: Element | undefined): number | undefined {
  if (key === 'j') return 1
  if (key === 'k') return -1
  if (!item?.parentElement || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined
  const columns = getComputedStyle(item.parentElement).gridTemplateColumns.split(' ').length
  return key === 'ArrowDown' ? columns : -columns
}

/** Returns whether the key does something. */
function onKey(key: string, { list, results, context }: KeysOptions): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined
  const item = focused && list.current?.contains(focused) ? focused : undefined
  const step = stepOf(key, item)
  if (step !== undefined) return focus(item ? itemBeside(list, item, step) : visibleItems(list.current)[0])
  const result = results.find((one) => one.key === item?.dataset.row)
  if (!result) return false
  if (key === 'o') item?.querySelector<HTMLElement>('a[href]')?.click()
  else if (key === 'c') context.onCopy(result)
  else if (key === 'x') context.selection.toggle(result.key)
  else return false
  return true
}

function itemBeside(list: RefObject<HTMLElement>, item: HTMLElement, step: number): HTMLElement | undefined {
  const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  return all[all.indexOf(item) + step]
}

function focus(item: HTMLElement | undefined): boolean {
  item?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  item?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  return item !== undefined
}
