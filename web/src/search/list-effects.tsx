// What a list does beside showing its results: keys, and checks of the links on the screen. Renders nothing.

import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { HealthOf } from '../../../client/link-order.ts'
import type { CollectedWorkLink } from '../../../client/work-collector.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { takesKeys } from '../components/takes-keys.ts'
import type { Result } from './arrange.ts'
import { currentHealth } from './link-health.ts'
import type { ListContext } from './list-context.ts'
import { bestLinks } from './works/work-pills.ts'

interface EffectsProps {
  readonly list: RefObject<HTMLElement>
  readonly results: readonly Result[]
  readonly context: ListContext
  /** Whether an opened work covers the list, and has its own links checked. */
  readonly isCovered: boolean
  /** Whether links below the screen are checked too. */
  readonly isAhead: boolean
}

export function ListEffects({ list, results, context, isCovered, isAhead }: EffectsProps) {
  useListKeys({ list, results, context })
  useLinkChecks(list, results, { ...context, isCovered, isAhead })
  return null
}

/** Results below the screen whose links are checked too while only working links are shown. */
const checkedAhead = 60
/** Time without scrolling before the screen is looked at. */
const settleMs = 100

interface ChecksOptions extends Pick<ListContext, 'checking' | 'mine'> {
  /** Whether an opened work covers the list. */
  readonly isCovered: boolean
  readonly isAhead: boolean
}

/** Passes the best links of the results on the screen to the checks. */
function useLinkChecks(
  list: RefObject<HTMLElement>,
  results: readonly Result[],
  { checking, mine, isCovered, isAhead }: ChecksOptions,
): void {
  // A link that is found dead gives its place to another.
  const version = checking.version.value
  useEffect(() => {
    if (isCovered) return
    const look = () => {
      const [top, ...others] = visibleItems(list.current)
      const first = results.findIndex(({ key }) => key === top?.dataset.row)
      const count = top ? 1 + others.length + (isAhead ? checkedAhead : 0) : 0
      checking.setVisibleRows(
        bestFirst(results.slice(Math.max(0, first)).slice(0, count), mine, currentHealth(checking)),
      )
    }
    look()
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(look, settleMs)
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [checking, results, version, mine, isCovered, isAhead])
}

/** First the best link of each result. */
function bestFirst(results: readonly Result[], mine: readonly CloudType[], stateOf: HealthOf): CollectedWorkLink[] {
  const best = results.flatMap(({ links }) => bestLinks(links, mine, stateOf).map((link, rank) => ({ link, rank })))
  return best.sort((a, b) => a.rank - b.rank).map(({ link }) => link)
}

interface KeysOptions {
  readonly list: RefObject<HTMLElement>
  readonly results: readonly Result[]
  readonly context: ListContext
}

function useListKeys(options: KeysOptions): void {
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

/** Covered by the sticky tools. */
const stickyPx = 48

/** The elements of a list that are on the screen. Pages are looked at first: the browser lays out no others. */
function visibleItems(list: HTMLElement | null): readonly HTMLElement[] {
  const isOnScreen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > stickyPx && top < innerHeight
  }
  const pages = [...(list?.querySelectorAll('ul') ?? [])].filter(isOnScreen)
  return pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>(':scope > li')]).filter(isOnScreen)
}
