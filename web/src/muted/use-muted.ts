// The entries without muted words, until the user asks for the hidden ones.
import { h } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import type { Mutable } from './without-muted.ts'

/** The entries that muted words hide at one place of the page. */
export type MutedState = ReturnType<typeof useMuted>['muted']

export function useMuted<Item extends Mutable>(all: readonly Item[]) {
  const { preferences, muting } = usePage()
  const [isRevealed, setRevealed] = useState(false)
  const words = preferences.muted.value
  const loaded = muting.value
  const { items, count } = useMemo(
    () => (loaded ? loaded.unmuted(all, words) : { items: all, count: 0 }),
    [all, words, loaded],
  )
  /** Says how much is hidden, and shows it on request. Undefined if there are no muted words. */
  const line =
    loaded && words.length > 0 ? h(loaded.MutedLine, { count, isRevealed, onReveal: setRevealed }) : undefined
  const muted = { isHiding: count > 0 && !isRevealed, isRevealed, reveal: () => setRevealed(true), line }
  return { items: isRevealed ? all : items, muted }
}
