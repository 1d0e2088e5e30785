// An option of a list below an input, which keeps the focus and refers to the option by `aria-activedescendant`.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface OptionProps {
  readonly id: string
  /** Whether Enter selects it. */
  readonly isActive: boolean
  readonly onPick: () => void
  readonly children: ComponentChildren
}

export function ListOption({ id, isActive, onPick, children }: OptionProps) {
  const box = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={box}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      class="flex min-h-11 w-full items-center gap-3 rounded-lg px-2 text-start text-sm hover:bg-raised aria-selected:bg-wash"
      onClick={onPick}
    >
      {children}
    </button>
  )
}
