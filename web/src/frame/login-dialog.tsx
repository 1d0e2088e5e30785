// The login dialog: username and password, a key, or the account of the owner. The credential is stored in this browser until logout.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { LoginResponse } from '../../../src/contract/auth.ts'
import type { OwnerAnswer } from '../../../src/contract/owner.ts'
import { ApiError, type ApiErrorKind } from '../api-client.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/text-field.tsx'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { createMessages } from '../use-messages.ts'
import { logOut, verifyKey } from './credentials.ts'

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
  const authenticate = async ([username = '', password = '']: readonly string[]) =>
    (await api.post<LoginResponse>('/api/auth/login', { username, password }, { credential: '' })).token
  const fields = [
    { label: messages.user, type: 'text', autoComplete: 'username' },
    { label: messages.password, type: 'password', autoComplete: 'current-password' },
  ] as const
  const refusals = { unauthorized: messages.wrongPassword }
  return <LoginForm {...{ fields, refusals, authenticate }} submit={login} isMain />
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
  /** What errors mean here. */
  readonly refusals?: Partial<Record<ApiErrorKind, string>>
  /** Resolves to a credential, or to the error to show. */
  readonly authenticate: (values: readonly string[]) => Promise<string | LoginFailure>
}

function LoginForm({ fields, submit, isMain, done, refusals, authenticate }: FormProps) {
  const { isLoginOpen, credential, toast } = usePage()
  const { loggedIn } = loginMessages.use()
  const failureOf = useFailures(refusals)
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
function useFailures(refusals: FormProps['refusals'] = {}): (error: unknown) => LoginFailure {
  const messages = frameMessages.use()
  return (error) => {
    if (!(error instanceof ApiError)) return { text: messages.errors.serverError, detail: String(error) }
    const { kind, retryAfterS, message } = error
    const refusal = refusals[kind]
    if (refusal !== undefined) return { text: refusal, ...(kind === 'forbidden' && { detail: message }) }
    const next = retryAfterS === undefined ? messages.nextSteps[kind] : messages.waitSeconds(retryAfterS)
    const text = `${messages.errors[kind]} ${next}`
    return kind === 'offline' || kind === 'unreachable' ? { text } : { text, detail: message }
  }
}

function OwnerForm({ hint, submit }: { readonly hint: string; readonly submit: string }) {
  const { api } = usePage()
  const messages = loginMessages.use()
  const claim = async ([code = '', username = '', password = '']: readonly string[]) =>
    (await api.post<LoginResponse>('/api/v1/owner', { username, password, code }, { credential: '' })).token
  const fields = [
    { label: messages.code, type: 'text', autoComplete: 'one-time-code' },
    { label: messages.user, type: 'text', autoComplete: 'username' },
    { label: messages.newPassword, type: 'password', autoComplete: 'new-password' },
  ] as const
  return (
    <>
      <p class="mb-4 text-sm text-soft">{hint}</p>
      <LoginForm
        {...{ fields, submit }}
        done={messages.ownerSet}
        isMain
        refusals={{ forbidden: messages.codeRefused }}
        authenticate={claim}
      />
    </>
  )
}

function NewPasswordForm({ owner }: { readonly owner: string }) {
  const { api } = usePage()
  const messages = loginMessages.use()
  const change = async ([current = '', password = '']: readonly string[]) =>
    (await api.put<LoginResponse>('/api/v1/owner', { current, password }, { isBackground: true })).token
  const fields = [
    { label: messages.currentPassword, type: 'password', autoComplete: 'current-password' },
    { label: messages.newPassword, type: 'password', autoComplete: 'new-password' },
  ] as const
  const { passwordChanged: done, changePassword: submit } = messages
  const refusals = { unauthorized: messages.wrongPassword }
  return (
    <>
      <p class="mb-4 text-sm text-soft">{messages.youAreOwner(owner)}</p>
      <LoginForm {...{ fields, submit, done, refusals }} authenticate={change} />
    </>
  )
}

const loginMessages = createMessages({
  loginHint: [
    '请登录，或输入管理员给你的密钥。查看统计和日志需要管理员令牌。',
    'Log in, or enter the key you were given. Statistics and logs require the admin token.',
  ],
  logOut: ['退出登录', 'Log out'],
  user: ['用户名', 'Username'],
  password: ['密码', 'Password'],
  key: ['密钥或管理员令牌', 'Key or admin token'],
  useKey: ['使用密钥', 'Use key'],
  or: ['或者', 'or'],
  wrongKey: ['密钥无效。', 'Invalid key.'],
  loggedIn: ['已登录', 'Logged in'],
  wrongPassword: ['用户名或密码错误。', 'Wrong username or password.'],
  keyNotRequired: [
    '这个服务不需要密钥，无法验证，因此没有保存。',
    'This server requires no key, so it was neither checked nor saved.',
  ],
  ownerHint: [
    '这个服务还没有管理员。验证码在服务的日志里（用终端启动的，也在终端里）。设好用户名和密码（至少 8 个字符），你就是管理员；其他人照常使用。',
    'This server has no owner yet. The code is in its log, and in the terminal that started it. Set a name and a password of at least 8 characters to become the owner; for everybody else nothing changes.',
  ],
  becomeOwner: ['成为管理员', 'Become the owner'],
  ownerSet: ['你现在是管理员', 'You are the owner now'],
  code: ['日志里的验证码', 'Code from the log'],
  codeRefused: ['验证码不对，或已失效。', 'The code is wrong, or has expired.'],
  forgotten: ['忘记密码？', 'Forgot the password?'],
  forgottenHint: [
    '每次启动，服务都会在日志里写一个验证码。用它可以重设用户名和密码（至少 8 个字符），所有设备都要重新登录。',
    'At each start the server logs a code. With it you can set name and password again (at least 8 characters); all devices have to log in again.',
  ],
  replacePassword: ['重设密码', 'Set a new password'],
  youAreOwner: ['你是管理员（{0}）。', 'You are the owner ({0}).'],
  newPassword: ['新密码（至少 8 个字符）', 'New password (at least 8 characters)'],
  currentPassword: ['当前密码', 'Current password'],
  changePassword: ['修改密码', 'Change password'],
  passwordChanged: ['密码已修改，其他设备需要重新登录', 'Password changed; other devices have to log in again'],
  noOwner: {
    environment: ['访问权限由环境变量决定。', 'Access is set in the environment.'],
    ended: [
      '验证码已经用过，或输错了十次。重启服务，日志里会有新的验证码。',
      'The code was used, or ten wrong ones were entered. Restart the server: it logs another.',
    ],
    proxy: [
      '这个页面经过了反向代理，或用的是公网域名，所以不能在这里设置管理员。请用服务的 IP 地址打开，或把代理写进 TRUST_PROXY。',
      'This page came through a reverse proxy or by a public name, so an owner cannot be set here. Open the server by its IP address, or name the proxy in TRUST_PROXY.',
    ],
    network: [
      '只有和服务在同一个内网的设备才能设置管理员。',
      'An owner can be set only from the private network of the server.',
    ],
    site: ['请直接打开服务的页面。', 'Open the page of the server itself.'],
  },
})
