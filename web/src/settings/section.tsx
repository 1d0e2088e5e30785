// The parts of the settings: a section with its heading and sentence, and what a button answers.

import { Download, Upload } from 'lucide-preact'
import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { useFailure } from '../components/use-failure.ts'

interface SectionProps {
  /** The fragment of an address that leads here. */
  readonly id?: string | undefined
  readonly title: string
  readonly what?: ComponentChildren
  readonly children?: ComponentChildren
}

export function Section({ id, title, what, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      class="flex min-w-0 scroll-mt-16 flex-col gap-3 rounded-2xl border border-line bg-card p-4 sm:p-5"
    >
      <div>
        <h3 class="text-base font-semibold">{title}</h3>
        {what && <p class="mt-1 text-sm text-soft">{what}</p>}
      </div>
      {children}
    </section>
  )
}

interface FileButtonsProps {
  readonly messages: { readonly export: string; readonly import: string }
  readonly isBusy?: boolean
  readonly onExport: () => void
  readonly onFile: (file: File) => void
  readonly children?: ComponentChildren
}

export function FileButtons({ messages, isBusy = false, onExport, onFile, children }: FileButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file can be chosen again.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <div class="flex flex-wrap items-center gap-2">
      <Button icon={Download} disabled={isBusy} onClick={onExport}>
        {messages.export}
      </Button>
      <Button icon={Upload} disabled={isBusy} onClick={() => input.current?.click()}>
        {messages.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={messages.import}
        hidden
        onChange={choose}
      />
      {children}
    </div>
  )
}

/** What came of a press. */
export interface Said {
  readonly text: string
  readonly isBad?: boolean
}

/** Beside its button, where there is room. */
export function Answer({ said }: { readonly said: Said | undefined }) {
  return (
    <p
      role={said?.isBad ? 'alert' : 'status'}
      class={`min-w-0 text-sm break-words empty:hidden ${said?.isBad ? 'text-bad' : 'text-good'}`}
    >
      {said?.text}
    </p>
  )
}

interface FormProps {
  readonly said: Said | undefined
  readonly onSubmit: () => Promise<unknown>
  readonly buttons: ComponentChildren
  readonly children: ComponentChildren
}

export function SettingForm({ said, onSubmit, buttons, children }: FormProps) {
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
      <div class="flex flex-wrap items-center gap-2">
        {buttons}
        <Answer said={said} />
      </div>
    </form>
  )
}

/** `run` runs what a press starts, holds what came of it, and resolves to whether it was good. */
export function useAction() {
  const failureOf = useFailure()
  const [said, setSaid] = useState<Said>()
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<Said | undefined>): Promise<boolean> => {
    setBusy(true)
    setSaid(undefined)
    const outcome = await action().catch((error: unknown) => ({ text: failureOf(error), isBad: true }))
    setSaid(outcome)
    setBusy(false)
    return outcome?.isBad !== true
  }
  return { said, isBusy, run }
}

export interface Row {
  readonly id: string
  /** Default: the id. */
  readonly name?: string
  readonly detail?: ComponentChildren
  readonly actions?: ComponentChildren
}

/** Renders nothing if there are none. */
export function Rows({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <ul aria-label={label} class="max-h-96 divide-y divide-line overflow-y-auto rounded-lg border border-line text-sm">
      {rows.map(({ id, name = id, detail, actions }) => (
        <li key={id} class="flex min-h-11 items-center gap-2 py-1 ps-3 pe-1">
          <span class="min-w-0 flex-1 break-words">
            {name}
            {detail && <span class="block text-xs text-soft">{detail}</span>}
          </span>
          {actions}
        </li>
      ))}
    </ul>
  )
}

interface QuestionProps {
  readonly text: string
  readonly yes: string
  readonly no: string
  readonly isBusy?: boolean
  readonly onAnswer: (isYes: boolean) => void
}

/** Asks before something is replaced. */
export function Question({ text, yes, no, isBusy = false, onAnswer }: QuestionProps) {
  return (
    <div role="status" class="flex flex-col gap-3 rounded-lg bg-wash p-3 text-sm">
      <p class="break-words">{text}</p>
      <div class="flex gap-2">
        <Button look="main" disabled={isBusy} onClick={() => onAnswer(true)}>
          {yes}
        </Button>
        <Button onClick={() => onAnswer(false)}>{no}</Button>
      </div>
    </div>
  )
}
