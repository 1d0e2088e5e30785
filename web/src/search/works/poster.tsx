// The picture of a work in a box of fixed size; its first character where there is none.
import { useRef } from 'preact/hooks'
import { useWasNear } from '../use-was-near.ts'
import { Initial } from './initial.tsx'
import { savesData } from './saves-data.ts'
import { useAfterResults } from './use-after-results.ts'

interface PosterProps {
  readonly urls: readonly string[]
  readonly title: string
}

/** Pictures of posts are often gone or not allowed; more are not tried. */
const maxTries = 2

export function Poster({ urls, title }: PosterProps) {
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
