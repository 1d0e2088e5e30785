// Shown below the form before a search: recent searches and hints.
import { useWords } from '../language.ts'
import type { SearchAsk } from './ask.ts'
import type { History } from './history.ts'
import { HistoryList } from './history-list.tsx'
import { searchWords } from './words.ts'

interface WelcomeProps {
  readonly history: History
  readonly onPick: (ask: SearchAsk) => void
}

export function Welcome({ history, onPick }: WelcomeProps) {
  const { hints } = useWords(searchWords)
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-8 pt-5">
      <HistoryList history={history} onPick={onPick} />
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
