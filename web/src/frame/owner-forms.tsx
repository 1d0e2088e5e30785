// The forms of the owner: name and password with the code of the log, and another password.
import type { LoginResponse } from '../../../src/contract/auth.ts'
import { ApiError } from '../api-client.ts'
import { usePage } from '../page-context.ts'
import { LoginForm } from './login-form.tsx'
import { loginMessages } from './login-messages.ts'

interface OwnerProps {
  readonly hint: string
  readonly submit: string
}

/** Makes the account of the owner, or replaces it. */
export function OwnerForm({ hint, submit }: OwnerProps) {
  const { api } = usePage()
  const messages = loginMessages.use()
  const claim = async ([code = '', username = '', password = '']: readonly string[]) => {
    try {
      const body = { username, password, code }
      return (await api.post<LoginResponse>('/api/v1/owner', body, { credential: '' })).token
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'forbidden')
        return { text: messages.codeRefused, detail: error.message }
      throw error
    }
  }
  const fields = [
    { label: messages.code, type: 'text', autoComplete: 'one-time-code' },
    { label: messages.user, type: 'text', autoComplete: 'username' },
    { label: messages.newPassword, type: 'password', autoComplete: 'new-password' },
  ] as const
  return (
    <>
      <p class="mb-4 text-sm text-soft">{hint}</p>
      <LoginForm fields={fields} submit={submit} done={messages.ownerSet} isMain authenticate={claim} />
    </>
  )
}

/** Changes the password of the owner, who is logged in. */
export function NewPasswordForm({ owner }: { readonly owner: string }) {
  const { api } = usePage()
  const messages = loginMessages.use()
  const change = async ([current = '', password = '']: readonly string[]) => {
    try {
      return (await api.put<LoginResponse>('/api/v1/owner', { current, password }, { isBackground: true })).token
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unauthorized') return { text: messages.wrongPassword }
      throw error
    }
  }
  const fields = [
    { label: messages.currentPassword, type: 'password', autoComplete: 'current-password' },
    { label: messages.newPassword, type: 'password', autoComplete: 'new-password' },
  ] as const
  const { passwordChanged: done, changePassword: submit } = messages
  return (
    <>
      <p class="mb-4 text-sm text-soft">{messages.youAreOwner(owner)}</p>
      <LoginForm fields={fields} submit={submit} done={done} authenticate={change} />
    </>
  )
}
