// The login dialog: username and password, or a key. The credential is stored in this browser until logout.
import { useState } from 'preact/hooks'
import type { LoginResponse } from '../../../src/contract/auth.ts'
import { AskError } from '../fetching.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { enteringWords } from './entering-words.ts'
import { endLogin, tryKey } from './proving.ts'
import { frameWords } from './words.ts'

/** The dialog is open while it is mounted. */
export function EnterDialog() {
  const { entering, pass } = usePage()
  const { login } = useWords(frameWords)
  const messages = useWords(enteringWords)
  const close = () => {
    entering.value = false
  }
  return (
    <Dialog title={login} onClose={close}>
      <p class="mb-4 text-sm text-soft">{messages.enterWhy}</p>
      <Login />
      <p class="my-4 text-center text-sm text-soft">{messages.or}</p>
      <Key />
      {pass.value !== '' && <Leave />}
    </Dialog>
  )
}

/** Logs out on the server and reloads the page, which discards all loaded data. */
function Leave() {
  const { asking, pass } = usePage()
  const messages = useWords(enteringWords)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const left = pass.value
    pass.set('')
    await endLogin(asking, left)
    location.reload()
  }
  return (
    <Button look="quiet" class="mt-4 w-full" disabled={isBusy} onClick={() => void leave()}>
      {messages.leave}
    </Button>
  )
}

/** Error of a form: our message, and the server's own if there is one. */
interface Trouble {
  readonly text: string
  readonly detail?: string
}

/** Runs a login attempt of a form. `prove` resolves to a credential, or to the error to show. */
function useAttempt() {
  const { entering, pass, notice } = usePage()
  const { entered } = useWords(enteringWords)
  const troubleOf = useTroubles()
  const [trouble, setTrouble] = useState<Trouble | undefined>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (prove: () => Promise<string | Trouble>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      const proof = await prove()
      if (typeof proof !== 'string') return setTrouble(proof)
      pass.set(proof)
      entering.value = false
      notice.value = { text: entered }
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { trouble, isBusy, attempt }
}

function useTroubles() {
  const messages = useWords(frameWords)
  return (error: unknown): Trouble => {
    if (!(error instanceof AskError)) return { text: messages.refusals.serverError, detail: String(error) }
    const { refusal, retryAfterS, message } = error
    const next = retryAfterS === undefined ? messages.nextSteps[refusal] : messages.waitSeconds(retryAfterS)
    const text = `${messages.refusals[refusal]} ${next}`
    return refusal === 'offline' || refusal === 'unreachable' ? { text } : { text, detail: message }
  }
}

function Told({ trouble }: { readonly trouble: Trouble | undefined }) {
  return trouble ? (
    <div role="alert" class="text-sm text-bad">
      {trouble.text}
      {trouble.detail && <p class="mt-1 text-xs break-words text-soft">{trouble.detail}</p>}
    </div>
  ) : null
}

function Login() {
  const { asking } = usePage()
  const messages = useWords(enteringWords)
  const { login: loginWord } = useWords(frameWords)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { trouble, isBusy, attempt } = useAttempt()
  const login = async () => {
    try {
      return (await asking.post<LoginResponse>('/api/auth/login', { username, password }, { pass: '' })).token
    } catch (error) {
      if (error instanceof AskError && error.refusal === 'unauthorized') return { text: messages.wrongPassword }
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
      <Field label={messages.user} value={username} onInput={setUsername} autoComplete="username" />
      <Field
        label={messages.password}
        value={password}
        onInput={setPassword}
        type="password"
        autoComplete="current-password"
      />
      <Told trouble={trouble} />
      <Button look="main" type="submit" disabled={isBusy || username === '' || password === ''}>
        {loginWord}
      </Button>
    </form>
  )
}

function Key() {
  const { asking } = usePage()
  const messages = useWords(enteringWords)
  const [key, setKey] = useState('')
  const { trouble, isBusy, attempt } = useAttempt()
  const check = async () => {
    const outcome = await tryKey(asking, key)
    if (outcome === 'valid') return key
    return { text: outcome === 'invalid' ? messages.wrongKey : messages.needlessKey }
  }
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(check)
      }}
    >
      <Field label={messages.key} value={key} onInput={setKey} type="password" autoComplete="off" />
      <Told trouble={trouble} />
      <Button type="submit" disabled={isBusy || key === ''}>
        {messages.useKey}
      </Button>
    </form>
  )
}
