// The login dialog: username and password, a key, or the account of the owner. The credential is stored in this browser until logout.
import { useState } from 'preact/hooks'
import type { LoginResponse } from '../../../src/contract/auth.ts'
import type { OwnerAnswer } from '../../../src/contract/owner.ts'
import { ApiError } from '../api-client.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { logOut, verifyKey } from './credentials.ts'
import { LoginForm } from './login-form.tsx'
import { loginMessages } from './login-messages.ts'
import { NewPasswordForm, OwnerForm } from './owner-forms.tsx'

/** The dialog is open while it is mounted. */
export function LoginDialog() {
  const { isLoginOpen, credential } = usePage()
  const { login } = frameMessages.use()
  const close = () => {
    isLoginOpen.value = false
  }
  return (
    <Dialog title={login} onClose={close}>
      <Forms />
      {credential.value !== '' && <LogoutButton />}
    </Dialog>
  )
}

/** A server that does not say it may have logins. */
const nothingKnown: Pick<OwnerAnswer, 'exists' | 'owner' | 'offer'> = {
  exists: false,
  owner: null,
  offer: 'environment',
}

/** What this server can do: become its owner, log in, or enter a key. */
function Forms() {
  const { answer, error } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  const messages = loginMessages.use()
  if (!answer && !error) return <div aria-busy="true" class="h-64" />
  const { exists, owner, offer } = answer ?? nothingKnown
  if (owner !== null) return <NewPasswordForm owner={owner} />
  const whyNot = offer === 'open' ? undefined : messages.noOwner[offer]
  const ownerForm = (hint: string, submit: string) =>
    whyNot === undefined ? <OwnerForm hint={hint} submit={submit} /> : <p class="text-sm text-soft">{whyNot}</p>
  const canLogIn = exists || offer === 'environment'
  return (
    <>
      {canLogIn && <p class="mb-4 text-sm text-soft">{messages.loginHint}</p>}
      {canLogIn ? <PasswordForm /> : ownerForm(messages.ownerHint, messages.becomeOwner)}
      <p class="my-4 text-center text-sm text-soft">{messages.or}</p>
      <KeyForm />
      {exists && (
        <details class="mt-4 text-sm">
          <summary class="cursor-pointer text-accent">{messages.forgotten}</summary>
          <div class="mt-3">{ownerForm(messages.forgottenHint, messages.replacePassword)}</div>
        </details>
      )}
    </>
  )
}

/** Logs out on the server and reloads the page, which discards all loaded data. */
function LogoutButton() {
  const { api, credential } = usePage()
  const messages = loginMessages.use()
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

function PasswordForm() {
  const { api } = usePage()
  const messages = loginMessages.use()
  const { login } = frameMessages.use()
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
  const messages = loginMessages.use()
  const authenticate = async ([key = '']: readonly string[]) => {
    const outcome = await verifyKey(api, key)
    if (outcome === 'valid') return key
    return { text: outcome === 'invalid' ? messages.wrongKey : messages.keyNotRequired }
  }
  const fields = [{ label: messages.key, type: 'password', autoComplete: 'off' }] as const
  return <LoginForm fields={fields} submit={messages.useKey} authenticate={authenticate} />
}
