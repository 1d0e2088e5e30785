// The first of some pictures that can be shown.
import { usePictures } from '../use-pictures.ts'
import { initialOf } from './initial-of.ts'

interface PosterImageProps {
  /** The next one is tried where one is not available. */
  readonly urls: readonly string[]
  /** Its first character is shown if none is. */
  readonly title: string
}

export function PosterImage({ urls: [url = '', ...others], title }: PosterImageProps) {
  const { pictures, failed } = usePictures([url])
  const [picture] = pictures
  if (picture?.state === 'loaded') {
    return (
      <img
        src={picture.src}
        alt=""
        width="56"
        height="76"
        decoding="async"
        class="size-full object-cover"
        onError={() => failed(0)}
      />
    )
  }
  if (picture?.state === 'loading') return null
  return others.length > 0 ? <PosterImage key={others[0]} urls={others} title={title} /> : initialOf(title)
}
