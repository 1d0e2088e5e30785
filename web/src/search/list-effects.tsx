// What a list does beside showing its results: keys, and checks of the links on the screen. Renders nothing.
import type { RefObject } from 'preact'
import type { Result } from './arrange.ts'
import type { ListContext } from './list-context.ts'
import { useLinkChecks } from './use-link-checks.ts'
import { useListKeys } from './use-list-keys.ts'

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
