// The dialogue in which one says who one is: by login, or by a key. What proves it stays in this browser until one leaves.
import { useState } from 'preact/hooks'
import { AskError } from '../fetching.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { frameWords } from './words.ts'

/** Shown while it is open. */
export function Entering() {
  const { entering, pass } = usePage()
  const words = useWords(frameWords)
  if (!entering.value) return null
  const close = () => {
    entering.value = false
  }
  const leave = () => {
    pass.set('')
    close()
  }
  return (
    <Dialog title={words.enter} onClose={close}>
      <p class="mb-4 text-sm text-soft">{words.enterWhy}</p>
      <Login />
      <p class="my-4 text-center text-sm text-soft">{words.or}</p>
      <Key />
      {pass.value !== '' && (
        <Button look="quiet" class="mt-4 w-full" onClick={leave}>
          {words.leave}
        </Button>
      )}
    </Dialog>
  )
}

/** What a form of this dialogue does: tries, says what is wrong, or lets one in. */
function useAttempt() {
  const { entering, pass, notice } = usePage()
  const words = useWords(frameWords)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const attempt = async (proof: () => Promise<string>) => {
    setBusy(true)
    try {
      pass.set(await proof())
      entering.value = false
      notice.value = { text: words.entered }
    } catch (error) {
      setProblem(error instanceof AskError ? `${words.refusals[error.refusal]} ${error.message}` : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, attempt }
}

function Problem({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p role="alert" class="text-sm text-bad">
      {text}
    </p>
  )
}

function Login() {
  const { asking } = usePage()
  const words = useWords(frameWords)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { problem, isBusy, attempt } = useAttempt()
  const login = async () =>
    (await asking.post<{ token: string }>('/api/auth/login', { username, password }, { pass: '' })).token
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(login)
      }}
    >
      <Field label={words.user} value={username} onInput={setUsername} autoComplete="username" />
      <Field
        label={words.password}
        value={password}
        onInput={setPassword}
        type="password"
        autoComplete="current-password"
      />
      <Problem text={problem} />
      <Button look="main" type="submit" disabled={isBusy || username === '' || password === ''}>
        {words.login}
      </Button>
    </form>
  )
}

function Key() {
  const { asking } = usePage()
  const words = useWords(frameWords)
  const [key, setKey] = useState('')
  const { problem, isBusy, attempt } = useAttempt()
  const check = async () => {
    // Whoever may not ask is refused here as everywhere; nothing is asked of any site for it.
    await asking.json('/api/v1/sources?column=life', { pass: key })
    return key
  }
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(check)
      }}
    >
      <Field label={words.key} value={key} onInput={setKey} type="password" autoComplete="off" />
      <Problem text={problem} />
      <Button type="submit" disabled={isBusy || key === ''}>
        {words.useKey}
      </Button>
    </form>
  )
}
