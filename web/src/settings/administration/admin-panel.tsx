// A list that administrators edit: entries that can be removed, and a form that adds one.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../../api-client.ts'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFailure } from '../../components/use-failure.ts'
import { useReport } from '../../components/use-report.ts'
import { usePage } from '../../page-context.ts'
import { type Row, Rows, Section } from '../section.tsx'
import { administrationMessages } from './messages.ts'

/** A body to send with POST, or a query whose address is deleted. */
export type Change = { readonly body: object } | { readonly query: Readonly<Record<string, string>> }

export interface Entry {
  readonly name: string
  readonly detail?: string | undefined
  /** Undefined for an entry that cannot be changed here. */
  readonly action?: { readonly text: string; readonly label: string; readonly change: Change } | undefined
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly isOptional?: boolean
  /** For a new password. */
  readonly isSecret?: boolean
  /** For a choice; the first one is chosen at first. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Offered while the user types. */
  readonly suggestions?: readonly string[]
}

/** The trimmed text of each field. */
type Values = Readonly<Record<string, string>>

interface PanelProps<Answer> {
  /** The fragment of an address that leads here. */
  readonly id: string
  readonly path: string
  readonly title: string
  readonly explain: (answer: Answer) => string
  readonly entriesOf: (answer: Answer) => readonly Entry[]
  readonly fields: readonly Field[]
  /** The first button submits the form. */
  readonly buttons: readonly { readonly text: string; readonly change: (values: Values) => Change }[]
  readonly onChanged?: (answer: Answer) => void
  /** Between the entries and the form. */
  readonly note?: (answer: Answer) => ComponentChildren
  /** More entries below the form, below a heading. */
  readonly others?: { readonly title: string; readonly entries: readonly Entry[] }
}

export function AdminPanel<Answer>(props: PanelProps<Answer>) {
  const { id, title, explain, entriesOf, note, others } = props
  const { report, error, problem, isSending, send } = useAdministration(props)
  const failureOf = useFailure()
  const wrong = problem ?? (error && failureOf(error))
  const rowOf = ({ name, detail, action }: Entry): Row => {
    if (!action) return { id: name, detail }
    const { text, label, change } = action
    const actions = (
      <Button look="quiet" aria-label={label} onClick={() => void send(change)}>
        {text}
      </Button>
    )
    return { id: name, detail, actions }
  }
  return (
    <Section id={id} title={title} what={report !== undefined && explain(report)}>
      {report === undefined && !error && <div aria-busy="true" class="h-24 rounded-lg bg-raised" />}
      {report !== undefined && (
        <>
          <Rows label={title} rows={entriesOf(report).map(rowOf)} />
          {note?.(report)}
          <AddForm {...props} isSending={isSending} onSend={send} />
          {others && others.entries.length > 0 && (
            <>
              <h4 class="text-sm font-medium">{others.title}</h4>
              <Rows label={others.title} rows={others.entries.map(rowOf)} />
            </>
          )}
        </>
      )}
      <Problem text={wrong} />
    </Section>
  )
}

/** `send` resolves to whether the server accepted the change; otherwise `problem` says why not. */
function useAdministration<Answer>({ path, onChanged }: Pick<PanelProps<Answer>, 'path' | 'onChanged'>) {
  const { api } = usePage()
  const { refused } = administrationMessages.use()
  const { report, error, replace } = useReport<Answer>(path)
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async (change: Change): Promise<boolean> => {
    setSending(true)
    try {
      const answer = await ('body' in change
        ? api.post<Answer>(path, change.body)
        : api.remove<Answer>(`${path}?${new URLSearchParams(change.query)}`))
      setProblem(undefined)
      replace(answer)
      onChanged?.(answer)
      return true
    } catch (reason) {
      const { kind, message } = ApiError.from(reason)
      // Without ADMIN_TOKEN, programs on the server may change this, but no web page.
      setProblem(kind === 'forbidden' || kind === 'unauthorized' ? refused[kind] : message)
      return false
    } finally {
      setSending(false)
    }
  }
  return { report, error, problem, isSending, send }
}

interface FormProps extends Pick<PanelProps<never>, 'fields' | 'buttons'> {
  readonly isSending: boolean
  readonly onSend: (change: Change) => Promise<boolean>
}

/** Empties its fields, but not its choices, when the server accepted the change. */
function AddForm({ fields, buttons: [submit, ...others], isSending, onSend }: FormProps) {
  const [typed, setTyped] = useState<Values>({})
  const textOf = ({ name, options }: Field) => typed[name] ?? options?.[0]?.value ?? ''
  const values = Object.fromEntries(fields.map((field) => [field.name, textOf(field).trim()]))
  const isDisabled = isSending || fields.some(({ name, isOptional }) => !isOptional && values[name] === '')
  const send = async (change: Change | undefined) => {
    if (!change || !(await onSend(change))) return
    setTyped(Object.fromEntries(fields.flatMap((field) => (field.options ? [[field.name, textOf(field)]] : []))))
  }
  return (
    <form
      class="flex flex-wrap items-end gap-2 [&>div]:flex-1 [&>div]:basis-48"
      onSubmit={(event) => {
        event.preventDefault()
        void send(submit?.change(values))
      }}
    >
      {fields.map((field) => {
        const { name, label, options, suggestions, isSecret } = field
        const set = (text: string) => setTyped({ ...typed, [name]: text })
        const shared = { label, value: textOf(field) }
        if (options) return <Select key={name} {...shared} options={options} onChoose={set} />
        const kind = isSecret ? ({ type: 'password', autoComplete: 'new-password' } as const) : { autoComplete: 'off' }
        return <TextField key={name} {...shared} {...kind} suggestions={suggestions} onInput={set} />
      })}
      <Button type="submit" look="main" disabled={isDisabled} class="min-h-10">
        {submit?.text}
      </Button>
      {others.map(({ text, change }) => (
        <Button key={text} disabled={isDisabled} class="min-h-10" onClick={() => void send(change(values))}>
          {text}
        </Button>
      ))}
    </form>
  )
}

/** Text that one press selects, to be copied. */
export function CopyableLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <code class="block rounded-lg bg-raised p-2 text-sm break-all whitespace-pre-wrap select-all">
      {lines.join('\n')}
    </code>
  )
}
