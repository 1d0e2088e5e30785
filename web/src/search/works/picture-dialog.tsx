// A picture of a work to send: poster, title, clouds, and the QR code of its best link. It is drawn in the page, so it works on plain http too.
import { Download, Share2 } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CollectedWork, CollectedWorkLink } from '../../../../client/work-collector.ts'
import { Button } from '../../components/button.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { Dialog } from '../../components/dialog.tsx'
import { isSafeUrl } from '../../components/is-safe-url.ts'
import { usePage } from '../../page-context.ts'
import { searchMessages } from '../messages.ts'
import { usePictures } from '../use-pictures.ts'
import { drawPicture, type PictureContent } from './draw-picture.ts'
import { workTitle } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { canShare } from './share-text.ts'
import { workLabels } from './work-labels.ts'
import { worksMessages } from './works-messages.ts'

interface PictureProps {
  readonly work: CollectedWork
  /** The living links, best first. */
  readonly links: readonly CollectedWorkLink[]
  readonly onClose: () => void
}

export function PictureDialog({ work, links, onClose }: PictureProps) {
  const messages = moreWorksMessages.use()
  const { file, hasFailed } = usePicture(work, links)
  const name = `${workTitle(work).replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`
  const url = useObjectUrl(file)
  const shareFile = file && new File([file], name, { type: file.type })
  const data = shareFile && { files: [shareFile] }
  return (
    <Dialog title={messages.pictureTitle} onClose={onClose}>
      {hasFailed && (
        <p role="alert" class="text-bad">
          {messages.noPicture}
        </p>
      )}
      {url && (
        <>
          <img src={url} alt={workTitle(work)} class="mx-auto max-h-[65dvh] rounded-xl border border-line" />
          <p class="mt-2 text-center text-sm text-soft">{messages.pictureHint}</p>
          <div class="mt-2 flex justify-center gap-2">
            <a
              href={url}
              download={name}
              class="inline-flex min-h-11 items-center gap-1.5 rounded-lg bg-accent px-4 text-sm font-medium text-on-accent hover:brightness-110"
            >
              <Download size={16} aria-hidden="true" />
              {messages.savePicture}
            </a>
            {data && canShare() && navigator.canShare(data) && (
              <Button icon={Share2} class="min-h-11!" onClick={() => void navigator.share(data).catch(() => undefined)}>
                {messages.share}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}

function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string | undefined>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

/** Drawn once the poster is there, or is known not to come. */
function usePicture(work: CollectedWork, links: readonly CollectedWorkLink[]) {
  const { preferences } = usePage()
  const [state, setState] = useState<{ readonly file?: Blob; readonly hasFailed?: boolean }>({})
  const { pictures } = usePictures(work.images.slice(0, 1))
  const [poster] = pictures
  const content = useContent(work, links)
  const latest = useRef(content)
  latest.current = content
  const isReady = poster?.state !== 'loading'
  useEffect(() => {
    if (!isReady) return
    let isMounted = true
    const put = (next: typeof state) => {
      if (isMounted) setState(next)
    }
    const src = poster?.state === 'loaded' ? poster.src : undefined
    drawPicture({ ...latest.current, poster: src }).then(
      (file) => put({ file }),
      (error: unknown) => {
        reportError(error)
        put({ hasFailed: true })
      },
    )
    return () => {
      isMounted = false
    }
  }, [isReady, preferences.language.value])
  return state
}

function useContent(work: CollectedWork, links: readonly CollectedWorkLink[]): Omit<PictureContent, 'poster'> {
  const words = worksMessages.use()
  const { scanToOpen, allDead } = moreWorksMessages.use()
  const { code } = searchMessages.use()
  const names = cloudNames.use()
  const scanned = links.find(({ url }) => isSafeUrl(url))
  const facts = [...(work.kind === 'other' ? [] : [words.kinds[work.kind]]), ...workLabels(work, words)]
  const unbroken = facts.map((fact) => fact.replaceAll(' ', '\u00A0'))
  const clouds = links.map(({ type, password }) => [names[type], ...(password && [`${code} ${password}`])].join('  '))
  return {
    title: workTitle(work),
    facts: unbroken.join(' · '),
    lines: clouds.length > 0 ? clouds : [allDead],
    ...(scanned && { code: scanned.url, caption: scanToOpen(names[scanned.type]) }),
  }
}
