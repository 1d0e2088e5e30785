// The login dialog: username and password, or a key. The credential is stored in this browser until logout.
import { useState } from 'preact/hooks'
import type { LoginResponse } from '../../../src/contract/auth.ts'
import { ApiError } from '../api-client.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/text-field.tsx'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { logOut, verifyKey } from './credentials.ts'
import { loginMessages } from './login-messages.ts'

/** The dialog is open while it is mounted. */
export function LoginDialog() {
  const { isLoginOpen, credential } = usePage()
  const { login } = useMessages(frameMessages)
  const messages = useMessages(loginMessages)
  const close = () => {
    isLoginOpen.value = false
  }
  return (
    <Dialog title={login} onClose={close}>
      <p class="mb-4 text-sm text-soft">{messages.loginHint}</p>
      <PasswordForm />
      <p class="my-4 text-center text-sm text-soft">{messages.or}</p>
      <KeyForm />
      {credential.value !== '' && <LogoutButton />}
    </Dialog>
  )
}

/** Logs out on the server and reloads the page, which discards all loaded data. */
function LogoutButton() {
  const { api, credential } = usePage()
  const messages = useMessages(loginMessages)
  const [isBusy, setBusy] = useState(false)
  const handleLogout = async () => {
    setBusy(true)
    const oldCredential = credential.value
    credential.set('')
    await logOut(api, oldCredential)
    location.reload()
  }
  return (
    <Button look="quiet" class="mt-4 w-full" disabled={isBusy} onClick={() => void handleLogout()}>
      {messages.logOut}
    </Button>
  )
}

/** Error of a form: our message, and the server's own if there is one. */
interface LoginFailure {
  readonly text: string
  readonly detail?: string
}

function PasswordForm() {
  const { api } = usePage()
  const messages = useMessages(loginMessages)
  const { login } = useMessages(frameMessages)
  const authenticate = async ([username = '', password = '']: readonly string[]) => {
    try {
      return (await api.post<LoginResponse>('/api/auth/login', { username, password }, { credential: '' })).token
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unauthorized') return { text: messages.wrongPassword }
      throw error
    }
  }
  const fields = [
    { label: messages.user, type: 'text', autoComplete: 'username' },
    { label: messages.password, type: 'password', autoComplete: 'current-password' },
  ] as const
  return <LoginForm fields={fields} submit={login} isMain authenticate={authenticate} />
}

function KeyForm() {
  const { api } = usePage()
  const messages = useMessages(loginMessages)
  const authenticate = async ([key = '']: readonly string[]) => {
    const outcome = await verifyKey(api, key)
    if (outcome === 'valid') return key
    return { text: outcome === 'invalid' ? messages.wrongKey : messages.keyNotRequired }
  }
  const fields = [{ label: messages.key, type: 'password', autoComplete: 'off' }] as const
  return <LoginForm fields={fields} submit={messages.useKey} authenticate={authenticate} />
}

interface FormProps {
  readonly fields: readonly {
    readonly label: string
    readonly type: 'text' | 'password'
    readonly autoComplete: string
  }[]
  readonly submit: string
  readonly isMain?: boolean
  /** Resolves to a credential, or to the error to show. */
  readonly authenticate: (values: readonly string[]) => Promise<string | LoginFailure>
}

function LoginForm({ fields, submit, isMain, authenticate }: FormProps) {
  const { isLoginOpen, credential, toast } = usePage()
  const { loggedIn } = useMessages(loginMessages)
  const failureOf = useFailures()
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(() => ''))
  const [failure, setFailure] = useState<LoginFailure | undefined>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const outcome = await authenticate(typed).catch(failureOf)
    setBusy(false)
    if (typeof outcome !== 'string') return setFailure(outcome)
    credential.set(outcome)
    isLoginOpen.value = false
    toast.value = { text: loggedIn }
  }
  return (
    <form class="flex flex-col gap-3" onSubmit={(event) => void attempt(event)}>
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
  const messages = useMessages(frameMessages)
  return (error) => {
    if (!(error instanceof ApiError)) return { text: messages.errors.serverError, detail: String(error) }
    const { kind, retryAfterS, message } = error
    const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
    const text = `${messages.errors[kind]} ${next}`
    return kind === 'offline' || kind === 'unreachable' ? { text } : { text, detail: message }
  }
}
