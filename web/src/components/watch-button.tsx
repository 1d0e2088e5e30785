// A button that opens the dialog of a new watch, filled in.
import { Bell } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { usePage, type WatchOffer } from '../page-context.ts'
import { Button } from './button.tsx'

interface WatchButtonProps {
  /** Without any there is no button. */
  readonly offers: readonly WatchOffer[]
  readonly look?: 'main' | 'plain' | 'quiet'
  readonly class?: string
  readonly onPress?: () => void
  readonly children: ComponentChildren
}

export function WatchButton({ offers, onPress, ...rest }: WatchButtonProps) {
  const { watchOffers } = usePage()
  const filled = offers.filter(({ words }) => words !== '')
  if (filled.length === 0) return null
  const open = () => {
    onPress?.()
    watchOffers.value = filled
  }
  return <Button {...rest} icon={Bell} onClick={open} />
}
