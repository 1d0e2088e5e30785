// The view for URLs of the page that do not exist.
import { Compass } from 'lucide-preact'
import { useWords } from '../language.ts'
import { StatePage } from '../parts/state-page.tsx'
import { frameWords } from './words.ts'

export function Missing() {
  const messages = useWords(frameWords)
  return (
    <StatePage icon={Compass} title={messages.notFound} isWhole>
      <a class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent" href="/">
        {messages.toSearch}
      </a>
    </StatePage>
  )
}
