// A text field with a button that adds what is typed, and what is wrong with it.
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import { TextField } from './text-field.tsx'

interface AddFieldProps {
  readonly label: string
  readonly submit: string
  readonly placeholder?: string
  /** Returns why something was not added; `left` stays in the field. */
  readonly onAdd: (typed: string) => { readonly problem: string; readonly left: string } | undefined
}

export function AddField({ submit, onAdd, ...field }: AddFieldProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    const wrong = onAdd(typed)
    setTyped(wrong?.left ?? '')
    setProblem(wrong?.problem ?? '')
  }
  return (
    <form class="flex flex-col gap-1" onSubmit={add}>
      <div class="flex items-end gap-2">
        <div class="min-w-0 flex-1">
          <TextField {...field} value={typed} autoComplete="off" onInput={setTyped} />
        </div>
        <Button type="submit" class="min-h-10!" disabled={typed.trim() === ''}>
          {submit}
        </Button>
      </div>
      <Problem text={problem} />
    </form>
  )
}
