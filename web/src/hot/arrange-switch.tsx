// A switch that shows or hides lists.

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: () => void
}

/** 36 px high, easy to tap. */
export function ArrangeSwitch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      class="group inline-flex h-9 w-11 shrink-0 items-center justify-center"
      onClick={onSwitch}
    >
      <span class="flex h-5 w-9 items-center rounded-full border border-edge bg-raised px-0.5 group-aria-checked:border-accent group-aria-checked:bg-accent">
        <span class="size-3.5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
      </span>
    </button>
  )
}
