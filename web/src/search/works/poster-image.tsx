// The first of some pictures that can be shown.
import { useRef } from 'preact/hooks'
import { usePictures } from '../use-pictures.ts'
import { Initial } from './initial.tsx'

interface PosterImageProps {
  /** The next one is tried where one is not available. */
  readonly urls: readonly string[]
  /** Its first character is shown if none is. */
  readonly title: string
  /** The box is twice as wide. */
  readonly isLarge?: boolean
}

/** Width of the box of a poster, in pixels of CSS. */
const boxWidth = 56

/** A picture that is shown stays when a better link has another. */
export function PosterImage({ urls, title, isLarge = false }: PosterImageProps) {
  const isShown = useRef(false)
  const kept = useRef(urls)
  if (!isShown.current) kept.current = urls
  const [url = '', ...others] = kept.current
  const dotsPerPixel = Math.min(3, Math.max(1, Math.ceil(window.devicePixelRatio)) * (isLarge ? 2 : 1))
  const { pictures, failed } = usePictures([url], boxWidth * dotsPerPixel)
  const [picture] = pictures
  isShown.current = picture?.state === 'loaded'
  if (picture?.state === 'loaded') {
    return (
      <img
        src={picture.src}
        alt=""
        width={boxWidth}
        height="76"
        decoding="async"
        class="size-full object-cover"
        onError={() => failed(0)}
      />
    )
  }
  if (picture?.state === 'loading') return null
  return others.length > 0 ? (
    <PosterImage key={others[0]} urls={others} title={title} isLarge={isLarge} />
  ) : (
    <Initial title={title} />
  )
}
