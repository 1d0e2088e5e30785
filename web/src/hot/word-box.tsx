// The box in which one types a word that is looked for in all lists.
import { useWords } from '../language.ts'
import { moreWords } from './words-more.ts'

/** The service takes no more. */
const mostCharacters = 100

interface BoxProps {
  readonly onType: (typed: string) => void
  readonly onEnter: () => void
}

/** It has the focus from the beginning. What is half written in Chinese is not told. */
export function WordBox({ onType, onEnter }: BoxProps) {
  const words = useWords(moreWords).word
  return (
    <input
      type="search"
      aria-label={words.label}
      autofocus
      autocomplete="off"
      enterkeyhint="search"
      maxlength={mostCharacters}
      placeholder={words.placeholder}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => {
        if (!event.isComposing) onType(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.isComposing) onEnter()
      }}
    />
  )
}
