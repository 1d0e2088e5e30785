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

/** Runs a login attempt of a form. `authenticate` resolves to a credential, or to the error to show. */
function useAttempt() {
  const { isLoginOpen, credential, toast } = usePage()
  const { loggedIn } = useMessages(loginMessages)
  const failureTextOf = useFailureTexts()
  const [failure, setFailure] = useState<LoginFailure | undefined>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (authenticate: () => Promise<string | LoginFailure>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const token = await authenticate()
      if (typeof token !== 'string') return setFailure(token)
      credential.set(token)
      isLoginOpen.value = false
      toast.value = { text: loggedIn }
    } catch (error) {
      setFailure(failureTextOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { trouble: failure, isBusy, attempt }
}

function useFailureTexts() {
  const messages = useMessages(frameMessages)
  return (error: unknown): LoginFailure => {
    if (!(error instanceof ApiError)) return { text: messages.errors.serverError, detail: String(error) }
    const { kind, retryAfterS, message } = error
    const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
    const text = `${messages.errors[kind]} ${next}`
    return kind === 'offline' || kind === 'unreachable' ? { text } : { text, detail: message }
  }
}

function FailureText({ failure }: { readonly failure: LoginFailure | undefined }) {
  return failure ? (
    <div role="alert" class="text-sm text-bad">
      {failure.text}
      {failure.detail && <p class="mt-1 text-xs break-words text-soft">{failure.detail}</p>}
    </div>
  ) : null
}

function PasswordForm() {
  const { api } = usePage()
  const messages = useMessages(loginMessages)
  const { login: loginWord } = useMessages(frameMessages)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { trouble: failure, isBusy, attempt } = useAttempt()
  const login = async () => {
    try {
      return (await api.post<LoginResponse>('/api/auth/login', { username, password }, { credential: '' })).token
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unauthorized') return { text: messages.wrongPassword }
      throw error
    }
  }
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(login)
      }}
    >
      <TextField label={messages.user} value={username} onInput={setUsername} autoComplete="username" />
      <TextField
        label={messages.password}
        value={password}
        onInput={setPassword}
        type="password"
        autoComplete="current-password"
      />
      <FailureText failure={failure} />
      <Button look="main" type="submit" disabled={isBusy || username === '' || password === ''}>
        {loginWord}
      </Button>
    </form>
  )
}

function KeyForm() {
  const { api } = usePage()
  const messages = useMessages(loginMessages)
  const [key, setKey] = useState('')
  const { trouble: failure, isBusy, attempt } = useAttempt()
  const check = async () => {
    const outcome = await verifyKey(api, key)
    if (outcome === 'valid') return key
    return { text: outcome === 'invalid' ? messages.wrongKey : messages.keyNotRequired }
  }
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(check)
      }}
    >
      <TextField label={messages.key} value={key} onInput={setKey} type="password" autoComplete="off" />
      <FailureText failure={failure} />
      <Button type="submit" disabled={isBusy || key === ''}>
        {messages.useKey}
      </Button>
    </form>
  )
}
