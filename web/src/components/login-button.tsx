// A button that opens the login dialog.
import type { ComponentChildren } from 'preact'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { Button } from './button.tsx'

interface LoginProps {
  readonly look?: 'main' | 'plain' | undefined
  readonly class?: string | undefined
  readonly tabIndex?: number | undefined
  /** Default: “Log in”. */
  readonly children?: ComponentChildren
}

export function LoginButton({ children, ...rest }: LoginProps) {
  const { login } = frameMessages.use()
  const { isLoginOpen } = usePage()
  const open = () => {
    isLoginOpen.value = true
  }
  return (
    <Button {...rest} onClick={open}>
      {children || login}
    </Button>
  )
}
