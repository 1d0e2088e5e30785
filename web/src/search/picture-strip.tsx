// Pictures of a result: thumbnails in a row, and one enlarged.
import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { moreMessages } from './more-messages.ts'
import { type Picture, usePictures } from './use-pictures.ts'

export function PictureStrip({ urls, title }: { readonly urls: readonly string[]; readonly title: string }) {
  const messages = moreMessages.use().pictures
  const { pictures, failed } = usePictures(urls)
  const [enlarged, setEnlarged] = useState<number | undefined>()
  const alt = (at: number) => messages.alt(title, at + 1, urls.length)
  return (
    <>
      <ul class="flex flex-wrap gap-2 py-1">
        {pictures.map((picture, at) => (
          <li
            key={urls[at]}
            class="h-36 w-28 overflow-hidden rounded-lg bg-raised has-[:focus-visible]:overflow-visible"
          >
            {picture.state === 'loaded' ? (
              <button
                type="button"
                title={messages.enlarge}
                class="size-full rounded-lg"
                onClick={() => setEnlarged(at)}
              >
                <img
                  src={picture.src}
                  alt={alt(at)}
                  class="size-full rounded-lg object-cover"
                  onError={() => failed(at)}
                />
              </button>
            ) : (
              <PicturePlaceholder picture={picture} />
            )}
          </li>
        ))}
      </ul>
      {enlarged !== undefined && (
        <Enlarged
          pictures={pictures}
          at={enlarged}
          title={title}
          alt={alt(enlarged)}
          onMove={setEnlarged}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </>
  )
}

function PicturePlaceholder({ picture }: { readonly picture: Picture }) {
  const messages = moreMessages.use().pictures
  if (picture.state === 'loading') {
    return (
      <span class="block size-full animate-pulse bg-line">
        <span class="sr-only">{messages.loading}</span>
      </span>
    )
  }
  return (
    <span class="flex size-full flex-col items-center justify-center gap-1 px-2 text-center text-xs text-soft">
      <ImageOff size={18} aria-hidden="true" />
      {picture.state === 'forbidden' ? messages.forbidden : messages.gone}
    </span>
  )
}

interface EnlargedProps {
  readonly pictures: readonly Picture[]
  readonly at: number
  readonly title: string
  readonly alt: string
  readonly onMove: (at: number) => void
  readonly onClose: () => void
}

/** Shows one picture as large as the screen allows; skips pictures that are not available. */
function Enlarged({ pictures, at, title, alt, onMove, onClose }: EnlargedProps) {
  const messages = moreMessages.use().pictures
  const loaded = pictures.flatMap(({ state }, index) => (state === 'loaded' ? [index] : []))
  const position = loaded.indexOf(at)
  const picture = pictures[at]
  const move = (by: number) => {
    const index = loaded[(position + by + loaded.length) % loaded.length]
    if (index !== undefined) onMove(index)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {picture?.state === 'loaded' && <img src={picture.src} alt={alt} class="h-[60dvh] w-full object-contain" />}
      {loaded.length > 1 && (
        <div class="mt-2 flex items-center justify-center gap-3">
          <IconButton icon={ChevronLeft} label={messages.previous} onClick={() => move(-1)} />
          <span class="text-sm text-soft figures" aria-live="polite">
            {position + 1} / {loaded.length}
          </span>
          <IconButton icon={ChevronRight} label={messages.next} onClick={() => move(1)} />
        </div>
      )}
    </Dialog>
  )
}
