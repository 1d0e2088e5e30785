// List of failed sources and warnings, grouped, with what to do about them.
import { CircleAlert, CircleCheck, Info } from 'lucide-preact'
import { Dialog } from '../components/dialog.tsx'
import { useReasonText } from '../components/use-reason-text.ts'
import { searchMessages } from './messages.ts'
import {
  groupProblems,
  isTelegramSilent,
  type Problem,
  type ProblemKind,
  type SearchProblems,
} from './problem-groups.ts'
import { problemMessages } from './problem-messages.ts'

/** Up to this many sources are listed without expanding. */
const maxUnfolded = 3

const harmless: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'source_partial',
  'archive_failed',
  'deadline_reached',
  'kept_answers',
  'answer_too_large',
])

interface ProblemsDialogProps {
  readonly of: SearchProblems
  readonly onClose: () => void
}

export function ProblemsDialog({ of, onClose }: ProblemsDialogProps) {
  const messages = searchMessages.use()
  return (
    <Dialog title={messages.problems} onClose={onClose}>
      <Problems of={of} />
    </Dialog>
  )
}

export function Problems({ of }: { readonly of: SearchProblems }) {
  const messages = problemMessages.use()
  const problems = groupProblems(of)
  if (problems.length === 0) {
    return (
      <p class="flex items-center gap-2 text-sm text-soft">
        <CircleCheck size={18} aria-hidden="true" class="text-good" />
        {messages.none}
      </p>
    )
  }
  return (
    <div class="flex flex-col gap-5">
      {problems.map((problem) => (
        <Group key={problem.kind} problem={problem} />
      ))}
      <a href="/status" class="self-start py-1 text-sm font-medium text-accent hover:underline">
        {messages.status}
      </a>
    </div>
  )
}

/** Shown above the results if no channel could be reached; empty otherwise. */
export function TelegramNotice({ of }: { readonly of: SearchProblems }) {
  const { title, next } = problemMessages.use().kinds.telegram
  if (!isTelegramSilent(of)) return null
  return (
    <div role="status" class="my-2 flex gap-3 rounded-lg border border-line bg-card p-3">
      <CircleAlert size={18} aria-hidden="true" class="mt-0.5 shrink-0 text-warn" />
      <div class="min-w-0 max-w-prose">
        <h2 class="text-sm font-semibold">{title}</h2>
        <p class="text-sm text-soft">{next}</p>
      </div>
    </div>
  )
}

function Group({ problem: { kind, sources, reasons } }: { readonly problem: Problem }) {
  const messages = problemMessages.use()
  const textOf = useReasonText()
  const { title, next } = messages.kinds[kind]
  const Icon = harmless.has(kind) ? Info : CircleAlert
  return (
    <section class="flex gap-3">
      <Icon size={18} aria-hidden="true" class={`mt-0.5 shrink-0 ${harmless.has(kind) ? 'text-soft' : 'text-warn'}`} />
      <div class="flex min-w-0 flex-1 flex-col gap-1">
        <h3 class="text-sm font-semibold">
          {title}
          {sources.length > 0 && (
            <span class="font-normal text-soft figures"> · {messages.sources(sources.length)}</span>
          )}
        </h3>
        <p class="text-sm text-soft">{next}</p>
        {reasons.map((reason) => (
          <p key={reason.name} class="text-xs text-soft">
            {textOf(reason)}
          </p>
        ))}
        <Sources sources={sources} />
      </div>
    </section>
  )
}

function Sources({ sources }: Pick<Problem, 'sources'>) {
  const { which } = problemMessages.use()
  const textOf = useReasonText()
  if (sources.length === 0) return null
  const list = (
    <ul class="mt-1 flex flex-col gap-1.5 border-s-2 border-line ps-3">
      {sources.map(({ source, reason }) => (
        <li key={source} class="text-sm">
          <SourceName source={source} /> {reason && <span class="text-xs text-soft">{textOf(reason)}</span>}
        </li>
      ))}
    </ul>
  )
  if (sources.length <= maxUnfolded) return list
  return (
    <details>
      <summary class="min-h-6 py-1 text-sm text-accent">{which}</summary>
      {list}
    </details>
  )
}

function SourceName({ source }: { readonly source: string }) {
  const messages = problemMessages.use()
  const at = source.indexOf(':')
  const name = source.slice(at + 1)
  if (source.startsWith('tg:')) return <span>{`${messages.channel} @${name}`}</span>
  return <span>{source.startsWith('plugin:') ? `${messages.plugin} ${name}` : source}</span>
}
