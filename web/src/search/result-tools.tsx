// Display options of the results: sort order, filter words, dead links.
import { Clock, EyeOff, Filter, Sparkles } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { useMessages } from '../use-messages.ts'
import { searchMessages } from './messages.ts'
import type { SearchState } from './search-state.ts'
import { splitWords } from './search-url.ts'
import type { ArrangedRows } from './sort-rows.ts'

interface ResultToolsProps {
  readonly ask: SearchState
  readonly arranged: ArrangedRows
  readonly onChange: (part: Partial<SearchState>) => void
  /** Further buttons. */
  readonly children: ComponentChildren
}

export function ResultTools({ ask, arranged, onChange, children }: ResultToolsProps) {
  const messages = useMessages(searchMessages)
  const count = ask.include.length + ask.exclude.length
  const [isOpen, setOpen] = useState(count > 0)
  const id = useId()
  const { dead } = arranged
  return (
    <div>
      <div class="flex items-center gap-1.5 py-2">
        <div class="flex min-w-0 flex-1 gap-1.5 overflow-x-auto fade-end [scrollbar-width:none] [&_button]:shrink-0 [&_button]:-outline-offset-2 max-sm:[&_button]:px-2.5 max-sm:[&_svg]:hidden">
          <Sort sort={ask.sort} onChange={onChange} />
          <Button
            icon={Filter}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-pressed={count > 0}
            onClick={() => setOpen(!isOpen)}
          >
            {messages.filter}
            {count > 0 && <span class="figures">{count}</span>}
          </Button>
          <Button icon={EyeOff} aria-pressed={ask.hidesDead} onClick={() => onChange({ hidesDead: !ask.hidesDead })}>
            {messages.hideDead}
            {dead > 0 && <span class="figures">{dead}</span>}
          </Button>
        </div>
        {children}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div class="grid gap-3 pb-3 sm:max-w-2xl sm:grid-cols-2">
            <WordsField
              label={`${messages.include} · ${messages.commas}`}
              words={ask.include}
              onChange={(include) => onChange({ include })}
            />
            <WordsField
              label={`${messages.exclude} · ${messages.commas}`}
              words={ask.exclude}
              onChange={(exclude) => onChange({ exclude })}
            />
          </div>
        )}
      </div>
    </div>
  )
}

function Sort({ sort, onChange }: Pick<SearchState, 'sort'> & Pick<ResultToolsProps, 'onChange'>) {
  const messages = useMessages(searchMessages)
  return (
    <fieldset
      aria-label={messages.sort}
      class="flex shrink-0 [&>:first-child]:rounded-e-none [&>:last-child]:-ms-px [&>:last-child]:rounded-s-none"
    >
      <Button icon={Sparkles} aria-pressed={sort === 'best'} onClick={() => onChange({ sort: 'best' })}>
        {messages.best}
      </Button>
      <Button icon={Clock} aria-pressed={sort === 'time'} onClick={() => onChange({ sort: 'time' })}>
        {messages.time}
      </Button>
    </fieldset>
  )
}

interface WordsFieldProps {
  readonly label: string
  readonly words: readonly string[]
  readonly onChange: (words: readonly string[]) => void
}

/** Filters on input; the text stays as typed. */
function WordsField({ label, words, onChange }: WordsFieldProps) {
  const spelled = words.join('，')
  const [typed, setTyped] = useState(spelled)
  useEffect(() => {
    // Changed elsewhere, by a link or a clear button.
    if (splitWords(typed).join('，') !== spelled) setTyped(spelled)
  }, [spelled])
  const input = (value: string) => {
    setTyped(value)
    onChange(splitWords(value))
  }
  return <TextField label={label} value={typed} onInput={input} autoComplete="off" />
}
