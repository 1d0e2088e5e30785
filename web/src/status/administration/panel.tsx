// A panel of the administration section: heading, explanation, entries that can be removed, and a form.
import type { ComponentChildren } from 'preact'
import { Button } from '../../components/button.tsx'
import { useContent } from '../../components/use-content.ts'
import { useMessages } from '../../use-messages.ts'
import { ReportError } from '../admin-only.tsx'
import { administrationMessages } from './messages.ts'
import type { Administration } from './use-administration.ts'

interface PanelProps {
  readonly title: string
  readonly explain?: string | undefined
  readonly administration: Pick<Administration<unknown>, 'state' | 'problem'>
  readonly children: ComponentChildren
}

export function Panel({ title, explain, administration: { state, problem }, children }: PanelProps) {
  const { report, error, reload } = state
  useContent(report !== undefined)
  return (
    <section aria-label={title} class="flex flex-col gap-3 rounded-2xl border border-line bg-card p-4">
      <h2 class="text-base font-semibold">{title}</h2>
      {explain && <p class="text-sm text-soft">{explain}</p>}
      {report === undefined && error && <ReportError error={error} onRetry={reload} />}
      {report === undefined && !error && <div aria-busy="true" class="h-24 rounded-lg bg-raised" />}
      {report !== undefined && children}
      {problem !== undefined && (
        <p role="alert" class="text-sm text-bad">
          {problem}
        </p>
      )}
    </section>
  )
}

export interface Entry {
  readonly name: string
  readonly detail?: string | undefined
  /** The action of the button; undefined for an entry that cannot be changed here. */
  readonly action?: { readonly text: string; readonly label: string; readonly run: () => void } | undefined
}

export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
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
            <Button look="quiet" aria-label={action.label} onClick={action.run}>
              {action.text}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface FormProps {
  readonly submit: string
  readonly isDisabled: boolean
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

export function PanelForm({ submit, isDisabled, onSubmit, children }: FormProps) {
  return (
    <form
      class="flex flex-wrap items-end gap-2 [&>div]:flex-1 [&>div]:basis-48"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <Button type="submit" look="main" disabled={isDisabled} class="min-h-10">
        {submit}
      </Button>
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
