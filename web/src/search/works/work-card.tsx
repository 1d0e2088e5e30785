// A card: poster, title, what is known of the work, and its best link in each cloud.
import { CircleCheck, CircleX, Copy, Lock } from 'lucide-preact'
import { useMemo, useRef } from 'preact/hooks'
import type { CollectedLink } from '../../../../client/link-collector.ts'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import { displayNow } from '../../clock.ts'
import { cloudNames, shortCloudNames } from '../../components/cloud-names.ts'
import { Highlighted } from '../../components/highlighted.tsx'
import { OutLink } from '../../components/out-link.tsx'
import { formatAge } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import type { Result } from '../arrange.ts'
import { CloudDot } from '../cloud-dot.tsx'
import type { LinkChecking } from '../link-checking.ts'
import type { LinkHealth } from '../link-health.ts'
import type { ListContext } from '../list-context.ts'
import { searchMessages } from '../messages.ts'
import { useLinkHealth } from '../use-link-health.ts'
import { useWasNear } from '../use-was-near.ts'
import { Initial } from './initial.tsx'
import { savesData } from './saves-data.ts'
import { SelectBox } from './select-box.tsx'
import { useAfterResults } from './use-after-results.ts'
import { useBestLinks } from './use-best-links.ts'
import { workLabels } from './work-labels.ts'
import { worksMessages } from './works-messages.ts'

interface CardProps {
  readonly item: Result
  readonly context: ListContext
}

/** Memoised: its page is rendered whenever results come. */
export function WorkCard({ item, context }: CardProps) {
  return useMemo(
    () => <Card item={item} context={context} />,
    [item.work, item.links, item.others, item.isUnfolded, context],
  )
}

function Card({ item, context }: CardProps) {
  const { work, links } = item
  const messages = worksMessages.use()
  const { kw, checking, selection, onOpen, onCopy, onUnfold } = context
  const { best, placing } = useBestLinks(links, context)
  const late = useAfterResults(item.others !== undefined)
  return (
    <div class="relative flex h-25.5 gap-3 border-b border-line pt-2.5">
      <div class="relative">
        <Poster urls={work.images} title={work.title} />
        <div class="absolute -start-2 -top-2 z-1">
          <SelectBox selected={work.key} name={work.title} selection={selection} />
        </div>
      </div>
      <div class="min-w-0 flex-1">
        <div class="flex h-6 items-center gap-2">
          {/* All of the card opens the work, but for what lies above it. */}
          <button
            type="button"
            class="min-w-0 truncate text-start font-semibold outline-none! after:absolute after:inset-0 after:-outline-offset-2 after:outline-accent hover:underline focus-visible:after:outline-2"
            title={work.original_title ? `${work.title} · ${work.original_title}` : work.title}
            onClick={() => onOpen(item)}
          >
            <bdi>
              <Highlighted text={work.title} kw={kw} />
            </bdi>
          </button>
          {/* Replaced as a whole: it would move when the title changes, and count as far as a card that moves at the same time. */}
          <span key={work.title + work.year + work.kind} class="shrink-0 text-sm text-soft figures">
            {work.year} {work.kind !== 'other' && messages.kinds[work.kind]}
          </span>
          <span class="ms-auto shrink-0 text-xs text-accent figures">{messages.links(links.length)}</span>
        </div>
        <div class="flex items-center gap-2">
          <Facts work={work} kw={kw} />
          {late && item.others && <late.SameTitle {...{ item, onUnfold }} />}
        </div>
        <ul key={placing} class="relative flex h-11 items-center gap-1 overflow-x-auto fade-end [scrollbar-width:none]">
          {best.map((link) => (
            <li key={link.type} class="shrink-0">
              <CloudPill link={link} checking={checking} onCopy={() => onCopy(item, link)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Attributes, age and sources; the words around the keyword where only a text has it. */
function Facts({ work, kw }: { readonly work: CollectedWork; readonly kw: string }) {
  const messages = worksMessages.use()
  const language = usePreferences().language.value
  const at = Math.max(...work.links.map((link) => link.at ?? 0))
  const labels = workLabels(work, messages)
  const facts = [...(at > 0 ? [formatAge(at, displayNow.value, language)] : []), messages.sources(work.sources)]
  return (
    // Replaced as a whole, so that its parts do not move when one changes.
    <p
      key={[...labels, ...facts].join()}
      class="flex h-5 min-w-0 flex-1 items-center gap-1 overflow-hidden text-xs whitespace-nowrap text-soft"
    >
      {work.relevance === 'text' && work.excerpt ? (
        <bdi class="truncate">
          <Highlighted text={work.excerpt} kw={kw} />
        </bdi>
      ) : (
        <>
          {labels.map((label) => (
            <span key={label} class="shrink-0 rounded bg-raised px-1 text-ink">
              {label}
            </span>
          ))}
          <span class="truncate figures">{facts.join(' · ')}</span>
        </>
      )}
    </p>
  )
}

/** Pictures of posts are often gone or not allowed; more are not tried. */
const maxTries = 2

function Poster({ urls, title }: { readonly urls: readonly string[]; readonly title: string }) {
  const box = useRef<HTMLDivElement>(null)
  const wasNear = useWasNear(box)
  const tried = urls.slice(0, maxTries)
  const isLoaded = wasNear && tried.length > 0 && !savesData()
  const late = useAfterResults(isLoaded)
  return (
    <div
      ref={box}
      aria-hidden="true"
      class="flex h-19 w-14 shrink-0 items-center justify-center overflow-hidden rounded-md bg-raised text-xl text-soft select-none"
    >
      {isLoaded && late ? <late.PosterImage urls={tried} title={title} /> : <Initial title={title} />}
    </div>
  )
}

interface PillProps {
  readonly link: CollectedLink
  readonly checking: LinkChecking
  readonly onCopy: (link: CollectedLink) => void
}

/** Higher for a thumb than it looks. */
const half =
  'relative flex h-full items-center -outline-offset-2! after:absolute after:-inset-y-1.25 after:inset-x-0 hover:text-accent'

function CloudPill({ link, checking, onCopy }: PillProps) {
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
