// A form that ends in a credential: its fields, its button, and why it failed.
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api-client.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { loginMessages } from './login-messages.ts'

/** Error of a form: our message, and the server's own if there is one. */
interface LoginFailure {
  readonly text: string
  readonly detail?: string
}

interface FormProps {
  readonly fields: readonly {
    readonly label: string
    readonly type: 'text' | 'password'
    readonly autoComplete: string
  }[]
  readonly submit: string
  /** Its first field has the focus. */
  readonly isMain?: boolean
  /** The toast of success. Default: “Logged in”. */
  readonly done?: string
  /** Resolves to a credential, or to the error to show. */
  readonly authenticate: (values: readonly string[]) => Promise<string | LoginFailure>
}

export function LoginForm({ fields, submit, isMain, done, authenticate }: FormProps) {
  const { isLoginOpen, credential, toast } = usePage()
  const { loggedIn } = loginMessages.use()
  const failureOf = useFailures()
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(() => ''))
  const [failure, setFailure] = useState<LoginFailure | undefined>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isMain) form.current?.querySelector('input')?.focus()
  }, [isMain])
  const attempt = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const outcome = await authenticate(typed).catch(failureOf)
    setBusy(false)
    if (typeof outcome !== 'string') return setFailure(outcome)
    credential.set(outcome)
    isLoginOpen.value = false
    toast.value = { text: done ?? loggedIn }
  }
  return (
    <form ref={form} class="flex flex-col gap-3" onSubmit={(event) => void attempt(event)}>
      {fields.map((field, at) => (
        <TextField
          key={field.label}
          {...field}
          value={typed[at] ?? ''}
          onInput={(text) => setTyped(typed.with(at, text))}
        />
      ))}
      {failure && (
        <div role="alert" class="text-sm text-bad">
          {failure.text}
          {failure.detail && <p class="mt-1 text-xs break-words text-soft">{failure.detail}</p>}
        </div>
      )}
      <Button look={isMain ? 'main' : 'plain'} type="submit" disabled={isBusy || typed.includes('')}>
        {submit}
      </Button>
    </form>
  )
}

/** Returns a function that says why a request failed and what to do. */
function useFailures(): (error: unknown) => LoginFailure {
  const messages = frameMessages.use()
  return (error) => {
    if (!(error instanceof ApiError)) return { text: messages.errors.serverError, detail: String(error) }
    const { kind, retryAfterS, message } = error
    const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
    const text = `${messages.errors[kind]} ${next}`
    return kind === 'offline' || kind === 'unreachable' ? { text } : { text, detail: message }
  }
}
