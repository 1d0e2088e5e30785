// A link of an opened work: cloud, state, age, code, what makes it different; it is opened, copied, or shown as a QR code.
import { Copy, QrCode as QrIcon } from 'lucide-preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { CollectedWork, CollectedWorkLink } from '../../../../client/work-collector.ts'
import { Age } from '../../components/age.tsx'
import { IconButton } from '../../components/button.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { isSafeUrl } from '../../components/is-safe-url.ts'
import { OutLink } from '../../components/out-link.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { SendButtons } from '../../send/send-buttons.tsx'
import { CloudDot } from '../cloud-dot.tsx'
import { HealthBadge } from '../health-badge.tsx'
import { ArchiveBadge, Code, useCopyLink } from '../link-parts.tsx'
import type { WorkContext } from '../list-context.ts'
import { useLinkHealth } from '../use-link-health.ts'
import { workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { differences } from './work-labels.ts'
import { worksMessages } from './works-messages.ts'

interface BlockProps extends Pick<WorkContext, 'work' | 'checking'> {
  readonly link: CollectedWorkLink
}

export function CloudBlock({ work, link, checking }: BlockProps) {
  const names = cloudNames.use()
  const health = useLinkHealth(link, checking)
  const [isQr, setQr] = useState(false)
  const id = useId()
  const isDead = health?.state === 'bad'
  return (
    <div class={`text-sm ${isDead ? 'text-soft' : ''}`}>
      <div class="flex items-center gap-2">
        <div class="min-w-0 flex-1">
          <div class="flex flex-wrap items-center gap-x-2">
            <span class={`inline-flex items-center gap-1.5 font-medium ${isDead ? 'line-through' : ''}`}>
              <CloudDot type={link.type} />
              {names[link.type]}
            </span>
            {health && <HealthBadge type={link.type} health={health} />}
          </div>
          <div class="flex flex-wrap items-center gap-x-2">
            {link.at !== undefined && <Age at={link.at} class="text-soft" />}
            {link.isFromArchive && <ArchiveBadge />}
            <Code password={link.password} class="-my-2 min-h-11 text-soft" />
          </div>
          <Difference work={work} link={link} />
        </div>
        <Actions {...{ work, link, isQr, id }} onQr={() => setQr(!isQr)} />
      </div>
      <SendButtons
        values={{ url: link.url, code: link.password, title: workTitle(work), cloud: link.type }}
        cloud={names[link.type]}
      />
      <div id={id} hidden={!isQr}>
        {isQr && <Scan link={link} />}
      </div>
    </div>
  )
}

interface ActionsProps extends Pick<BlockProps, 'work' | 'link'> {
  readonly isQr: boolean
  /** Of the element that the QR code is in. */
  readonly id: string
  readonly onQr: () => void
}

function Actions({ work, link, isQr, id, onQr }: ActionsProps) {
  const messages = moreWorksMessages.use()
  const { copyOf } = worksMessages.use()
  const name = cloudNames.use()[link.type]
  const copy = useCopyLink()
  return (
    <div class="-me-3 flex shrink-0 items-center">
      {isSafeUrl(link.url) && (
        <>
          <IconButton
            icon={QrIcon}
            label={messages.qrOf(name)}
            class="size-11!"
            aria-expanded={isQr}
            aria-controls={id}
            onClick={onQr}
          />
          <OutLink
            href={link.url}
            title={link.url}
            aria-label={messages.openOf(name)}
            class="inline-flex min-h-11 items-center rounded-lg bg-accent px-4 font-medium text-on-accent hover:brightness-110"
          >
            {messages.open}
          </OutLink>
        </>
      )}
      <IconButton
        icon={Copy}
        label={copyOf(name)}
        class="size-11!"
        onClick={() => void copy({ ...link, title: workTitle(work) })}
      />
    </div>
  )
}

/** The attributes that other links do not have; the title where it names something else. */
function Difference({ work, link }: { readonly work: CollectedWork; readonly link: CollectedWorkLink }) {
  const words = worksMessages.use()
  const differenceOf = useMemo(() => differences(work.links, words), [work.links, words])
  const labels = differenceOf(link)
  const isNamed = link.title === '' || link.title.toLowerCase().includes(work.title.toLowerCase())
  if (isNamed && labels.length === 0) return null
  return (
    <p class="text-xs text-soft">
      {!isNamed && <bdi class="line-clamp-2">{link.title}</bdi>}
      {labels.join(' · ')}
    </p>
  )
}

function Scan({ link: { type, url } }: Pick<BlockProps, 'link'>) {
  const messages = moreWorksMessages.use()
  const name = cloudNames.use()[type]
  return (
    <figure class="py-2">
      <div class="aspect-square w-48">
        <QrCode text={url} label={messages.qrOf(name)} />
      </div>
      <figcaption class="mt-1 text-xs text-soft">{messages.scan(name)}</figcaption>
    </figure>
  )
}
