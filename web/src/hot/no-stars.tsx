// What the tab of starred lists says while there are none.
import { Star } from 'lucide-preact'
import { EmptyState } from '../components/empty-state.tsx'
import { useMessages } from '../use-messages.ts'
import { hotMessages } from './messages.ts'

export function NoStars() {
  const messages = useMessages(hotMessages)
  return <EmptyState icon={Star} title={messages.noStars} text={messages.noStarsHint} />
}
