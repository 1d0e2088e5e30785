// The best link of a work in a cloud: a press opens it, a long press copies it.

import { CircleCheck, CircleX, Lock } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import type { CollectedLink } from '../../../../client/link-collector.ts'
import { cloudNames, shortCloudNames } from '../../components/cloud-names.ts'
import { isSafeUrl } from '../../components/is-safe-url.ts'
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

const look =
  'relative flex h-9 items-center gap-1 rounded-full whitespace-nowrap border border-line bg-card px-2.5 text-xs -outline-offset-2! after:absolute after:-inset-y-1.25 after:inset-x-0 [-webkit-touch-callout:none] hover:border-accent'

export function CloudPill({ link, checking, onCopy }: PillProps) {
  const health = useLinkHealth(link, checking)
  const names = cloudNames.use()
  const { holdToCopy } = worksMessages.use()
  const hold = useLongPress(() => onCopy(link))
  const isDead = health?.state === 'bad'
  const content = <PillContent link={link} health={health} />
  const style = isDead ? `${look} text-soft line-through` : `${look} text-ink`
  if (!isSafeUrl(link.url)) {
    return (
      <button type="button" class={style} onClick={() => onCopy(link)}>
        {content}
      </button>
    )
  }
  return (
    <a
      {...hold}
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      title={`${names[link.type]} · ${holdToCopy}\n${link.url}`}
      class={style}
    >
      {content}
    </a>
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
      {password !== '' && <bdi class="max-w-16 truncate font-mono text-soft">{password}</bdi>}
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

const holdMs = 500
/** A finger that moves further scrolls. */
const maxMovePx = 10

interface Press {
  readonly x: number
  readonly y: number
  readonly at: number
}

/**
 * Listeners for an element. `run` is called when the press ends, because browsers let a page copy only then; the click that follows
 * does nothing.
 */
function useLongPress(run: () => void) {
  const press = useRef<Press>()
  const wasHeld = useRef(false)
  const end = () => {
    press.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent) {
      wasHeld.current = false
      press.current = event.button === 0 ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : undefined
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {}
      if (press.current && Math.hypot(clientX - x, clientY - y) > maxMovePx) end()
    },
    onPointerUp({ timeStamp }: PointerEvent) {
      wasHeld.current = press.current !== undefined && timeStamp - press.current.at >= holdMs
      end()
      if (wasHeld.current) run()
    },
    onPointerCancel: end,
    onPointerLeave: end,
    /** The browser's menu would end a long press of a finger; that of the mouse stays. */
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
    onDragStart(event: DragEvent) {
      event.preventDefault()
    },
    onClick(event: MouseEvent) {
      if (wasHeld.current) event.preventDefault()
      wasHeld.current = false
    },
  }
}
