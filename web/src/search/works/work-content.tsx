// A work: poster, facts, ways to pass it on, a block for each cloud, and how it changed; for the dialog of a card and for the page of a work.

import { Copy, Image, Link, Share2 } from 'lucide-preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { Button } from '../../components/button.tsx'
import { shortCloudNames } from '../../components/cloud-names.ts'
import { useCopy } from '../../components/use-copy.ts'
import { WatchButton } from '../../components/watch-button.tsx'
import { usePreferences } from '../../page-context.ts'
import { urlPrefix } from '../../url-prefix.ts'
import { confirmedState, currentHealth } from '../link-health.ts'
import type { WorkContext } from '../list-context.ts'
import { Pictures } from '../pictures.tsx'
import { changesOf } from './changes-of.ts'
import { CloudBlock } from './cloud-block.tsx'
import { formatWorks, workTitle } from './export-links.ts'
import { Initial } from './initial.tsx'
import { moreWorksMessages } from './more-works-messages.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { PosterImage } from './poster-image.tsx'
import { savesData } from './saves-data.ts'
import { canShare, share } from './share-text.ts'
import { useBestLinks } from './use-best-links.ts'
import { useChatLabels } from './use-chat-labels.ts'
import { workLabels } from './work-labels.ts'
import { livingLinks } from './work-pills.ts'
import { watchesOfWork, workWatchMessages } from './work-watches.ts'
import { worksMessages } from './works-messages.ts'

export function WorkContent({ work, checking, mine }: WorkContext) {
  const { dead, other } = moreWorksMessages.use()
  const parts = useParts({ work, checking, mine })
  const block = { work, checking }
  return (
    <>
      <Head work={work} />
      <WorkActions {...{ work, checking, mine }} />
      <ul class="mt-3">
        {parts.blocks.map(({ link, others }) => (
          <li key={link.type} class="border-t border-line py-2">
            <CloudBlock {...block} link={link} />
            <Folded label={other(others.length)} links={others} {...block} onOpen={() => parts.open(link.type)} />
          </li>
        ))}
      </ul>
      <div class="border-t border-line">
        <Folded label={dead(parts.dead.length)} links={parts.dead} {...block} />
      </div>
      <WorkChanges links={work.links} />
      <div class="mt-3 flex flex-wrap">
        <Pictures urls={work.images} title={work.title} />
      </div>
    </>
  )
}

/** Pictures of posts are often gone; more are not tried. */
const maxTries = 2

function Head({ work }: Pick<WorkContext, 'work'>) {
  const words = worksMessages.use()
  const messages = moreWorksMessages.use()
  const { episodes } = work.attributes
  const about = [work.year ?? [], work.kind === 'other' ? [] : words.kinds[work.kind], words.sources(work.sources)]
  return (
    <div class="flex gap-4">
      {/* The archive has no pictures: the page of a work has no empty frame. */}
      {work.images.length > 0 && (
        <div
          aria-hidden="true"
          class="flex h-38 w-28 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-raised text-4xl text-soft select-none"
        >
          {savesData() ? (
            <Initial title={work.title} />
          ) : (
            <PosterImage urls={work.images.slice(0, maxTries)} title={work.title} isLarge />
          )}
        </div>
      )}
      <div class="min-w-0 text-sm">
        {work.original_title && <bdi class="block font-medium">{work.original_title}</bdi>}
        <p class="text-soft figures">{about.flat().join(' · ')}</p>
        <ul aria-label={messages.attributes} class="mt-2 flex flex-wrap gap-1 text-xs">
          {workLabels(work, words).map((label) => (
            <li key={label} class="rounded bg-raised px-1.5 leading-6">
              {label}
            </li>
          ))}
        </ul>
        {episodes?.to != null && episodes.total !== null && !episodes.complete && (
          <p class="mt-2 figures">{messages.reached(episodes.to, episodes.total)}</p>
        )}
        {work.excerpt && <p class="mt-2 line-clamp-4 text-soft">{work.excerpt}</p>}
      </div>
    </div>
  )
}

interface FoldedProps extends Pick<WorkContext, 'work' | 'checking'> {
  readonly label: string
  readonly links: CollectedWork['links']
  readonly onOpen?: () => void
}

/** Further links, which a press shows. */
function Folded({ label, links, onOpen, ...block }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  if (links.length === 0) return null
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        onOpen?.()
      }}
    >
      <summary class="flex min-h-11 list-none items-center text-sm text-accent [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      {isOpen && (
        <ul>
          {links.map((link) => (
            <li key={link.key} class="py-1">
              <CloudBlock {...block} link={link} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** Further links of a cloud that are checked once they are shown. */
const maxChecked = 30

const still = { current: true }

/** The best link of each cloud with the others behind it, and all dead links. A cloud whose last link is found dead while it is read keeps its place. */
function useParts({ work: { links }, checking, mine }: WorkContext) {
  const { best } = useBestLinks(links, { mine, checking, isStill: still })
  const version = checking.version.value
  const [opened, setOpened] = useState<readonly CloudType[]>([])
  const [seen] = useState(() => new Set<CloudType>())
  const parts = useMemo(() => {
    const isDead = (link: (typeof links)[number]) => confirmedState(link, checking.stateOf(link.key).peek()) === 'bad'
    for (const link of best) if (!isDead(link)) seen.add(link.type)
    const blocks = best
      .filter(({ type }) => seen.has(type))
      .map((link) => ({
        link,
        others: links.filter((one) => one.type === link.type && one.key !== link.key && !isDead(one)),
      }))
    const heads = new Set(blocks.map(({ link }) => link.key))
    return { blocks, dead: links.filter((link) => isDead(link) && !heads.has(link.key)) }
  }, [links, checking, version, best.map(({ key }) => key).join()])
  useEffect(() => {
    const rows = parts.blocks.flatMap(({ link, others }) => [
      link,
      ...(opened.includes(link.type) ? others.slice(0, maxChecked) : []),
    ])
    checking.setVisibleRows(rows)
  }, [checking, parts, opened])
  return { ...parts, open: (type: CloudType) => setOpened([...opened, type]) }
}

/** The address leads to this work with all links that the archive has. */
function WorkActions({ work, checking, mine }: WorkContext) {
  const messages = moreWorksMessages.use()
  const watchWords = workWatchMessages.use()
  const labels = useChatLabels()
  const copy = useCopy()
  const [isPicture, setPicture] = useState(false)
  const stateOf = currentHealth(checking)
  const living = () => livingLinks(work.links, mine, stateOf)
  const text = () => formatWorks([{ ...work, best: living() }], labels)
  const copyAll = () => {
    const dead = work.links.filter((link) => stateOf(link) === 'bad').length
    void copy(text(), messages.copiedLinks(living().length, dead))
  }
  return (
    <div class="mt-3 grid max-w-md grid-cols-2 gap-2 [&>button]:min-h-11">
      <Button icon={Copy} onClick={copyAll}>
        {messages.copyWork}
      </Button>
      <Button icon={Link} onClick={() => void copy(workAddress(work.key), messages.copiedAddress)}>
        {messages.copyAddress}
      </Button>
      {canShare() && (
        <Button icon={Share2} onClick={() => void share(workTitle(work), text(), workAddress(work.key))}>
          {messages.share}
        </Button>
      )}
      <Button icon={Image} onClick={() => setPicture(true)}>
        {messages.picture}
      </Button>
      <WatchButton offers={watchesOfWork(work, mine, watchWords)}>{watchWords.bell}</WatchButton>
      {isPicture && <PictureDialog work={work} links={living()} onClose={() => setPicture(false)} />}
    </div>
  )
}

function workAddress(key: string): string {
  return `${location.origin}${urlPrefix}/?${new URLSearchParams({ work: key })}`
}

/** Older changes are left out. */
const maxChanges = 12

/** Renders nothing for a work that did not change. */
function WorkChanges({ links }: Pick<CollectedWork, 'links'>) {
  const messages = moreWorksMessages.use()
  const words = worksMessages.use()
  const clouds = shortCloudNames.use()
  const language = usePreferences().language.value
  const changes = useMemo(() => {
    const days = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' })
    return changesOf(links, { words, clouds, dayOf: (at) => days.format(at) })
  }, [links, words, clouds, language])
  if (changes.length < 2) return null
  return (
    <section class="mt-3 text-sm">
      <h3 class="font-semibold">{messages.changes}</h3>
      <dl class="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {changes.slice(0, maxChanges).map(({ day, labels }) => (
          <div key={day} class="contents">
            <dt class="text-soft figures">{day}</dt>
            <dd>{labels.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
