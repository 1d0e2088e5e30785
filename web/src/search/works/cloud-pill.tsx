// The best link of a work in a cloud, to open or to copy.
import { CircleCheck, CircleX, Copy, Lock } from 'lucide-preact'
import type { CollectedLink } from '../../../../client/link-collector.ts'
import { cloudNames, shortCloudNames } from '../../components/cloud-names.ts'
import { OutLink } from '../../components/out-link.tsx'
import { CloudDot } from '../cloud-dot.tsx'
import type { LinkChecking } from '../link-checking.ts'
import type { LinkHealth } from '../link-health.ts'
import { searchMessages } from '../messages.ts'
import { useLinkHealth } from '../use-link-health.ts'
import { worksMessages } from './works-messages.ts'

interface PillProps {
  readonly link: CollectedLink
  readonly checking: LinkChecking
  readonly onCopy: (link: CollectedLink) => void
}

/** Higher for a thumb than it looks. */
const half =
  'relative flex h-full items-center -outline-offset-2! after:absolute after:-inset-y-1.25 after:inset-x-0 hover:text-accent'

export function CloudPill({ link, checking, onCopy }: PillProps) {
  const health = useLinkHealth(link, checking)
  const name = cloudNames.use()[link.type]
  const { copyOf } = worksMessages.use()
  const first = `${half} gap-1 rounded-s-full ps-2 ${health?.state === 'bad' ? 'text-soft line-through' : 'text-ink'}`
  return (
    <span class="flex h-9 rounded-full border border-line bg-card text-xs whitespace-nowrap">
      <OutLink href={link.url} title={`${name}\n${link.url}`} class={first}>
        <PillContent link={link} health={health} />
      </OutLink>
      <button
        type="button"
        aria-label={copyOf(name)}
        title={copyOf(name)}
        class={`${half} w-8 justify-center rounded-e-full text-soft`}
        onClick={() => onCopy(link)}
      >
        <Copy size={14} aria-hidden="true" />
      </button>
    </span>
  )
}

function PillContent({
  link: { type, password },
  health,
}: Pick<PillProps, 'link'> & { readonly health: LinkHealth | undefined }) {
  const names = shortCloudNames.use()
  const { states } = searchMessages.use()
  return (
    <>
      <Mark type={type} state={health?.state} />
      {names[type]}
      {password !== '' && <bdi class="max-w-16 truncate font-mono text-soft max-sm:hidden">{password}</bdi>}
      {isChecked(health?.state) && <span class="sr-only">{states[health.state]}</span>}
    </>
  )
}

const marks = {
  ok: [CircleCheck, 'text-good'],
  bad: [CircleX, 'text-bad'],
  locked: [Lock, 'text-warn'],
} as const

/** The colour of the cloud gives its place to the result of a check, so that no pill has a hole and nothing moves. */
function Mark({ type, state }: Pick<CollectedLink, 'type'> & { readonly state: LinkHealth['state'] | undefined }) {
  const [Icon, colour] = isChecked(state) ? marks[state] : []
  return Icon ? (
    <Icon size={14} aria-hidden="true" class={`shrink-0 ${colour}`} />
  ) : (
    <CloudDot type={type} class="mx-0.75" />
  )
}

function isChecked(state: LinkHealth['state'] | undefined): state is keyof typeof marks {
  return state !== undefined && state in marks
}
