// Pictures of a result, on demand; proxied by the server, so that no other host learns of the search.
import { Images } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { moreMessages } from './more-messages.ts'

/** Posts rarely have more. */
const maxPictures = 12

const PictureStrip = lazyComponent(async () => (await import('./picture-strip.tsx')).PictureStrip, LoadErrorToast)

/** A button that expands the pictures below it. */
export function Pictures({ urls, title }: { readonly urls: readonly string[]; readonly title: string }) {
  const messages = moreMessages.use().pictures
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const shown = urls.slice(0, maxPictures)
  if (shown.length === 0) return null
  return (
    <>
      <Button
        look="quiet"
        icon={Images}
        // The button adds no height to the row: pictures may arrive while it is read.
        class="-mx-1.5 h-6 !min-h-6 !px-1.5"
        aria-label={messages.show(shown.length)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="max-sm:hidden">{messages.show(shown.length)}</span>
        <span class="sm:hidden">{shown.length}</span>
      </Button>
      {/* Reserves the height of one row of pictures. */}
      <div id={id} class="order-last min-h-38 basis-full" hidden={!isOpen}>
        {isOpen && <PictureStrip urls={shown} title={title} />}
      </div>
    </>
  )
}
