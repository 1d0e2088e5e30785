// Shown below the form before a search: recent searches and hints.
import { useMessages } from '../use-messages.ts'
import type { SearchHistory } from './history.ts'
import { HistoryList } from './history-list.tsx'
import type { SearchState } from './search-state.ts'
import { welcomeMessages } from './welcome-messages.ts'
import { HelpKey } from './works/help-key.tsx'

interface WelcomeProps {
  readonly searchHistory: SearchHistory
  readonly onPick: (ask: SearchState) => void
}

export function Welcome({ searchHistory, onPick }: WelcomeProps) {
  const { hints } = useMessages(welcomeMessages)
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-8 pt-5">
      <HelpKey />
      <HistoryList history={searchHistory} onPick={onPick} />
      <dl class="grid gap-4 text-sm sm:grid-cols-3">
        {hints.map(([title, text]) => (
          <div key={title} class="pointer-coarse:last:hidden">
            <dt class="font-medium">{title}</dt>
            <dd class="mt-0.5 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
