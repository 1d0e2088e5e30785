// Lazy-loaded components, with a message if loading fails (offline, or the server was updated).
import { CloudOff } from 'lucide-preact'
import { type ComponentType, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { frameMessages } from '../frame-messages.ts'
import { usePage } from '../page-context.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** The words of Chromium and Firefox, and of Safari, for a module that did not arrive: `Failed` says so, and it is no fault of the page. */
const notFetched = /dynamically imported module|module script failed/i

/** A component that loads on first render, or before by `load`. */
interface LazyComponent<Props> extends FunctionComponent<Props> {
  load(): Promise<void>
}

/** For what nobody misses. */
export function Nothing() {
  return null
}

/** Creates a component that loads on first render. Renders `Pending` while loading, and `Failed` on an error. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: FunctionComponent = LoadError,
  Pending: FunctionComponent = Nothing,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const begin = (): Promise<void> => {
    loading ??= load()
      .then((component) => {
        loaded = component
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  function Lazy(props: Props) {
    const [outcome, setOutcome] = useState<'loaded' | 'failed' | undefined>()
    const isShown = loaded !== undefined
    useEffect(() => {
      // Not `loaded`: it may have come since it was rendered, and then a new render is needed.
      if (isShown) return
      let isMounted = true
      const update = (end: 'loaded' | 'failed') => {
        if (isMounted) setOutcome(end)
      }
      begin().then(
        () => update('loaded'),
        (error: unknown) => {
          if (!notFetched.test(String(error))) reportError(error)
          update('failed')
        },
      )
      return () => {
        isMounted = false
      }
    }, [])
    if (loaded) return h(loaded, props)
    return outcome === 'failed' ? <Failed /> : <Pending />
  }
  return Object.assign(Lazy, { load: begin })
}

function reload(): void {
  location.reload()
}

/** Shown in place of a view. Browsers cache failed module loads, so only a page reload can retry. */
function LoadError() {
  const messages = frameMessages.use()
  return (
    <EmptyState icon={CloudOff} title={messages.notLoaded} text={messages.notLoadedHint} isAlert>
      <Button look="main" onClick={reload}>
        {messages.reload}
      </Button>
    </EmptyState>
  )
}

/** In place of a dialog: shows a toast. */
export function LoadErrorToast() {
  const messages = frameMessages.use()
  const { toast } = usePage()
  useEffect(() => {
    toast.value = { text: messages.notLoaded, action: { label: messages.reload, run: reload } }
  }, [toast, messages])
  return null
}
