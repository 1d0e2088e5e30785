// The pictures of a result, on demand: fetched through our own service, so that no other host learns what was searched.
import { Images } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { useLoaded } from './loaded.ts'
import { moreWords } from './words-more.ts'

interface PicturesProps {
  readonly urls: readonly string[]
  /** Of the result they belong to. */
  readonly title: string
}

/** A post has seldom more. */
const most = 12

function loadStrip() {
  return import('./picture-strip.tsx')
}

/** A button, and below it the pictures once it is pressed. */
export function Pictures({ urls, title }: PicturesProps) {
  const words = useWords(moreWords).pictures
  const { notice } = usePage()
  const [isOpen, setOpen] = useState(false)
  const strip = useLoaded(loadStrip, isOpen, () => {
    notice.value = { text: words.gone }
  })
  const id = useId()
  const shown = urls.slice(0, most)
  if (shown.length === 0) return null
  return (
    <>
      <Button
        look="quiet"
        icon={Images}
        // On a wide screen it takes no more room than a line has: pictures may come while the row is read.
        class="sm:-my-1.5"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words.show(shown.length)}
      </Button>
      {/* As high as one row of pictures before they are there. */}
      <div id={id} class="order-last min-h-38 basis-full" hidden={!isOpen}>
        {isOpen && strip && <strip.PictureStrip urls={shown} title={title} />}
      </div>
    </>
  )
}
