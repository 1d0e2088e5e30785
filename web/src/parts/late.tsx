// Pieces that are loaded when they are first shown. One that does not come says so: the network is gone, or the service is a newer one by now.
import { CloudOff } from 'lucide-preact'
import { type ComponentType, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from './button.tsx'
import { StatePage } from './state-page.tsx'

/** Makes a piece of what `load` gives. Until it is there nothing is shown; if it does not come, what `Failed` shows: a page of its own unless told otherwise. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: FunctionComponent = NotLoaded,
): FunctionComponent<Props> {
  let there: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const begin = (): Promise<void> => {
    coming ??= load()
      .then((piece) => {
        there = piece
      })
      .finally(() => {
        coming = undefined
      })
    return coming
  }
  return function Late(props) {
    const [outcome, setOutcome] = useState<'there' | 'failed' | undefined>()
    useEffect(() => {
      if (there) return
      let isHere = true
      const tell = (end: 'there' | 'failed') => {
        if (isHere) setOutcome(end)
      }
      begin().then(
        () => tell('there'),
        (error: unknown) => {
          reportError(error)
          tell('failed')
        },
      )
      return () => {
        isHere = false
      }
    }, [])
    if (there) return h(there, props)
    return outcome === 'failed' ? <Failed /> : null
  }
}

function reload(): void {
  location.reload()
}

/** In the place of a view. A browser may remember that a script did not come: only the page loaded anew asks for it again. */
function NotLoaded() {
  const words = useWords(frameWords)
  return (
    <StatePage icon={CloudOff} title={words.notLoaded} text={words.notLoadedWhy} isAlert>
      <Button look="main" onClick={reload}>
        {words.reload}
      </Button>
    </StatePage>
  )
}

/** In the place of a dialogue: told in passing. */
export function NotLoadedNotice() {
  const words = useWords(frameWords)
  const { notice } = usePage()
  useEffect(() => {
    notice.value = { text: words.notLoaded, action: { label: words.reload, run: reload } }
  }, [notice, words])
  return null
}
