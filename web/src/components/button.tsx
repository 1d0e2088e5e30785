// Text button and icon button.
import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren, Ref } from 'preact'

interface PressableProps {
  readonly onClick?: ((event: MouseEvent) => void) | undefined
  readonly disabled?: boolean | undefined
  readonly class?: string | undefined
  /** For buttons that open and close something. */
  readonly 'aria-expanded'?: boolean | undefined
  readonly 'aria-pressed'?: boolean | undefined
  readonly 'aria-controls'?: string | undefined
  /** -1 where other keys than Tab lead to it. */
  readonly tabIndex?: number | undefined
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined
}

interface ButtonProps extends PressableProps {
  readonly 'aria-label'?: string | undefined
  readonly children: ComponentChildren
  readonly icon?: LucideIcon | undefined
  readonly look?: 'main' | 'plain' | 'quiet' | undefined
  readonly type?: 'button' | 'submit' | undefined
}

const looks = {
  main: 'bg-accent text-on-accent hover:brightness-110',
  plain: 'border border-line bg-card text-ink hover:bg-raised',
  quiet: 'text-accent hover:bg-raised',
} as const

/** A button with text, at least 36 px high. */
export function Button({
  children,
  icon: Icon,
  look = 'plain',
  type = 'button',
  buttonRef,
  class: extraClass = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      ref={buttonRef ?? null}
      type={type}
      class={`inline-flex min-h-9 items-center justify-center gap-1.5 rounded-lg px-3 text-sm font-medium disabled:opacity-50 aria-pressed:border-accent aria-pressed:bg-wash aria-pressed:text-accent ${looks[look]} ${extraClass}`}
    >
      {Icon && <Icon size={16} aria-hidden="true" class="shrink-0" />}
      {children}
    </button>
  )
}

interface IconButtonProps extends PressableProps {
  readonly icon: LucideIcon
  /** Tooltip and accessible name. */
  readonly label: string
  readonly size?: number | undefined
}

/** A button with an icon only, at least 36 px wide and high. */
export function IconButton({
  icon: Icon,
  label,
  size = 18,
  buttonRef,
  class: extraClass = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      ref={buttonRef ?? null}
      type="button"
      aria-label={label}
      title={label}
      class={`inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-raised hover:text-ink disabled:opacity-50 aria-pressed:text-accent ${extraClass}`}
    >
      <Icon size={size} aria-hidden="true" />
    </button>
  )
}
