// Lazy-loaded components, with a message if loading fails (offline, or the server was updated).
import { CloudOff } from 'lucide-preact'
import { type ComponentType, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from './button.tsx'
import { StatePage } from './state-page.tsx'

/** Creates a component that loads on first render. Renders nothing while loading, and `Failed` on an error. */
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
    const [outcome, setOutcome] = useState<'loaded' | 'failed' | undefined>()
    useEffect(() => {
      if (there) return
      let isHere = true
      const tell = (end: 'loaded' | 'failed') => {
        if (isHere) setOutcome(end)
      }
      begin().then(
        () => tell('loaded'),
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

/** Shown in place of a view. Browsers cache failed module loads, so only a page reload can retry. */
function NotLoaded() {
  const messages = useWords(frameWords)
  return (
    <StatePage icon={CloudOff} title={messages.notLoaded} text={messages.notLoadedWhy} isAlert>
      <Button look="main" onClick={reload}>
        {messages.reload}
      </Button>
    </StatePage>
  )
}

/** In place of a dialog: shows a toast. */
export function NotLoadedNotice() {
  const messages = useWords(frameWords)
  const { notice } = usePage()
  useEffect(() => {
    notice.value = { text: messages.notLoaded, action: { label: messages.reload, run: reload } }
  }, [notice, messages])
  return null
}
