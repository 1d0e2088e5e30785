// A checkbox with its text; several of many options, as checkboxes with one tab stop: arrow keys move between them.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'

interface CheckboxesProps<Option extends string> {
  readonly options: readonly Option[]
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: readonly Option[]) => void
  readonly labelOf: (option: Option) => ComponentChildren
  /** For options with more than a name. */
  readonly isWide?: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

export function Checkboxes<Option extends string>(props: CheckboxesProps<Option>) {
  const { options, chosen, onChange, labelOf, isWide = false } = props
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(options[0])
  const stop = options.find((option) => option === current) ?? options[0]
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = at + (steps[event.key] ?? 0)
    if (next === at || options[next] === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('input')[next]?.focus()
  }
  // Classes: the policy of the document allows no style of an element in it.
  const columns = isWide
    ? 'grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]'
  return (
    <ul ref={list} class={`-mx-1.5 grid gap-x-2 ${columns}`}>
      {options.map((option, at) => (
        <li key={option} class="min-w-0">
          <label class="flex min-h-9 items-center gap-2 rounded-lg px-1.5 text-sm hover:bg-raised" title={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              tabIndex={option === stop ? 0 : -1}
              class="size-4 shrink-0 scroll-mt-40 scroll-mb-24 accent-accent"
              onChange={() => onChange(toggled(chosen, option))}
              onFocus={() => setCurrent(option)}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
            {labelOf(option)}
          </label>
        </li>
      ))}
    </ul>
  )
}

function toggled<Option>(chosen: readonly Option[], option: Option): readonly Option[] {
  return chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]
}

interface CheckboxProps {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly class?: string
  readonly onChange: () => void
  readonly children: ComponentChildren
}

export function Checkbox({ children, class: extraClass = '', ...input }: CheckboxProps) {
  return (
    <label class={`flex min-h-9 items-center gap-2 text-sm ${extraClass}`}>
      <input type="checkbox" class="size-4 accent-accent" {...input} />
      {children}
    </label>
  )
}
