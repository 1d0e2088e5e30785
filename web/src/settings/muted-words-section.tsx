// The muted words of the page: each with a button that removes it, and a form that adds some.
import { X } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { addMutedWords, maxMutedWordLength, maxMutedWords } from '../muted/add-muted-words.ts'
import { usePreferences } from '../page-context.ts'
import { Section } from './section.tsx'
import { settingsMessages } from './settings-messages.ts'

export function MutedWordsSection() {
  const messages = settingsMessages.use().muted
  const { muted } = usePreferences()
  const words = muted.value
  return (
    <Section id="muted" title={messages.title} what={messages.what}>
      {words.length > 0 && (
        <ul aria-label={messages.title} class="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} class="min-w-0">
              <Button
                icon={X}
                class="max-w-full break-all"
                aria-label={messages.remove(word)}
                onClick={() => muted.set(words.filter((other) => other !== word))}
              >
                {word}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddForm />
    </Section>
  )
}

function AddForm() {
  const messages = settingsMessages.use().muted
  const { muted } = usePreferences()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    const words = addMutedWords(muted.value, typed)
    if (words === 'tooLong') return setProblem(messages.tooLong(maxMutedWordLength))
    if (words === 'tooMany') return setProblem(messages.tooMany(maxMutedWords))
    muted.set(words)
    setProblem('')
    setTyped('')
  }
  return (
    <form onSubmit={add}>
      <div class="flex items-end gap-2">
        <div class="min-w-0 flex-1">
          <TextField label={messages.label} value={typed} autoComplete="off" onInput={setTyped} />
        </div>
        <Button type="submit" class="min-h-10!" disabled={typed.trim() === ''}>
          {messages.add}
        </Button>
      </div>
      {problem !== '' && (
        <p role="alert" class="mt-1 text-sm text-bad">
          {problem}
        </p>
      )}
    </form>
  )
}
