// Keyboard control of the board: rows across all cards, the controls of a card by arrows, and actions on the focused list.
import { useEffect } from 'preact/hooks'
import { takesKeys } from '../components/takes-keys.ts'
import { useBoard } from './board-context.ts'
import type { LayoutControl } from './board-layout.ts'
import { isBoardKey } from './keys.ts'
import { useRefresh } from './use-refresh.ts'

/**
 * Handles the keys of the board; renders nothing. A card has one tab stop, its name; all other controls are reached by arrows: up and down
 * between its rows, left and right within a row.
 */
export function BoardKeys(): null {
  const { layout } = useBoard().board
  const { refresh } = useRefresh()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (takesKeys(event.target) || document.querySelector(':popover-open')) return
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const isHandled = moveByArrow(event.key, focused) || runKey(event.key, focused, { layout, refresh })
      if (isHandled) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return null
}

const controls = 'a[href], button:not(:disabled)'

/** Moves the focus within its card. Returns whether the key was an arrow in a card. */
function moveByArrow(key: string, focused: HTMLElement | null): boolean {
  const card = focused?.closest('article')
  if (!card || !/^Arrow(?:Up|Down|Left|Right)$/.test(key)) return false
  const row = focused?.closest('[data-key-row]')
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
  const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
  const among = isVertical ? firstControls(card) : controlsOf(row)
  const current = isVertical ? (row?.querySelector<HTMLElement>(controls) ?? focused) : focused
  const at = current ? among.indexOf(current) : -1
  among[at + step]?.focus()
  return true
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return row ? [...row.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.closest('[popover]')) : []
}

function firstControls(card: Element): HTMLElement[] {
  return [...card.querySelectorAll('[data-key-row]')].flatMap((row) => controlsOf(row)[0] ?? [])
}

interface KeyActions {
  readonly layout: LayoutControl
  readonly refresh: (id: string) => void
}

/** Returns whether the key belongs to the board. */
function runKey(key: string, focused: HTMLElement | null, { layout, refresh }: KeyActions): boolean {
  if (!isBoardKey(key)) return false
  const card = focused?.closest<HTMLElement>('article[data-list]')
  const id = card?.dataset.list
  if (key === 'j' || key === 'k') focusHeadline(focused, key === 'j' ? 1 : -1)
  else if (id === undefined) return false
  else if (key === 'f') layout.star(id, !layout.layout.value.starred.includes(id))
  else if (key === 'r') refresh(id)
  else focused?.closest('[data-key-row]')?.querySelector<HTMLElement>('a[href]')?.click()
  return true
}

/** Focuses the headline before or after the focused one, over all cards; without one, the first on the screen. */
function focusHeadline(focused: HTMLElement | null, step: 1 | -1): void {
  const headlines = [...document.querySelectorAll<HTMLElement>('article li[data-key-row] > div > a[href]')]
  const row = focused?.closest('li[data-key-row]')
  const card = focused?.closest('article')
  const at = headlines.findIndex((headline) => row?.contains(headline))
  const start = headlines.findIndex((headline) => (card ? card.contains(headline) : isOnScreen(headline)))
  headlines[at < 0 ? start : at + step]?.focus()
}

function isOnScreen(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return bottom > top && top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
}
