// The box in which one types what list one looks for; the list below it is steered from here.
import { useWords } from '../language.ts'
import { moreWords } from './words-more.ts'

interface BoxProps {
  /** Of the list below. */
  readonly listId: string
  /** Of the choice that Enter takes. */
  readonly activeId: string | undefined
  readonly value: string
  readonly onType: (typed: string) => void
  /** Says whether the key was meant for it. */
  readonly onKey: (key: string) => boolean
}

/** It has the focus from the beginning. */
export function FinderBox({ listId, activeId, value, onType, onKey }: BoxProps) {
  const words = useWords(moreWords).finder
  return (
    <input
      type="text"
      role="combobox"
      aria-label={words.label}
      aria-expanded={activeId !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autofocus
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      enterkeyhint="go"
      placeholder={words.placeholder}
      value={value}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // While Chinese is being written, keys belong to what writes it.
        if (!event.isComposing && onKey(event.key)) event.preventDefault()
      }}
    />
  )
}
