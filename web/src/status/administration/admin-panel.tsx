// A list that administrators edit: entries that can be removed, and a form that adds one.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../../api-client.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useContent } from '../../components/use-content.ts'
import { useReport } from '../../components/use-report.ts'
import { usePage } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { ReportError } from '../admin-report.tsx'
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
  /** For a choice; the first one is chosen at first. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Offered while the user types. */
  readonly suggestions?: readonly string[]
}

/** The trimmed text of each field. */
type Values = Readonly<Record<string, string>>

interface PanelProps<Answer> {
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
  const { title, explain, entriesOf, note, others } = props
  const { report, error, reload, problem, isSending, send } = useAdministration(props)
  useContent(report !== undefined)
  const onChange = (change: Change) => void send(change)
  return (
    <section aria-label={title} class="flex flex-col gap-3 rounded-2xl border border-line bg-card p-4">
      <h2 class="text-base font-semibold">{title}</h2>
      {report === undefined && error && <ReportError error={error} onRetry={reload} />}
      {report === undefined && !error && <div aria-busy="true" class="h-24 rounded-lg bg-raised" />}
      {report !== undefined && (
        <>
          <p class="text-sm text-soft">{explain(report)}</p>
          <Entries entries={entriesOf(report)} onChange={onChange} />
          {note?.(report)}
          <AddForm {...props} isSending={isSending} onSend={send} />
          {others && others.entries.length > 0 && (
            <>
              <h3 class="text-sm font-medium">{others.title}</h3>
              <Entries entries={others.entries} onChange={onChange} />
            </>
          )}
        </>
      )}
      {problem !== undefined && (
        <p role="alert" class="text-sm text-bad">
          {problem}
        </p>
      )}
    </section>
  )
}

/** `send` resolves to whether the server accepted the change; otherwise `problem` says why not. */
function useAdministration<Answer>({ path, onChanged }: Pick<PanelProps<Answer>, 'path' | 'onChanged'>) {
  const { api } = usePage()
  const { refused } = useMessages(administrationMessages)
  const { report, error, reload, replace } = useReport<Answer>(path)
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
      const { kind, message } = reason instanceof ApiError ? reason : new ApiError('serverError', String(reason))
      // Without ADMIN_TOKEN, programs on the server may change this, but no web page.
      setProblem(kind === 'forbidden' || kind === 'unauthorized' ? refused[kind] : message)
      return false
    } finally {
      setSending(false)
    }
  }
  return { report, error, reload, problem, isSending, send }
}

interface EntriesProps {
  readonly entries: readonly Entry[]
  readonly onChange: (change: Change) => void
}

function Entries({ entries, onChange }: EntriesProps) {
  const messages = useMessages(administrationMessages)
  if (entries.length === 0) return <p class="text-sm text-soft">{messages.none}</p>
  return (
    <ul class="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line text-sm">
      {entries.map(({ name, detail, action }) => (
        <li key={name} class="flex min-h-11 items-center gap-2 py-1 ps-3 pe-1">
          <span class="min-w-0 flex-1 break-words">
            {name}
            {detail && <span class="block text-xs text-soft">{detail}</span>}
          </span>
          {action && (
            <Button look="quiet" aria-label={action.label} onClick={() => onChange(action.change)}>
              {action.text}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
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
        const { name, label, options, suggestions } = field
        const set = (text: string) => setTyped({ ...typed, [name]: text })
        const shared = { label, value: textOf(field) }
        if (options) return <Select key={name} {...shared} options={options} onChoose={set} />
        return <TextField key={name} {...shared} suggestions={suggestions} onInput={set} autoComplete="off" />
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
