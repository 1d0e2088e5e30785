// A module that is more than a component, loaded when it is needed; for components see `components/lazy.tsx`.
import { useEffect, useState } from 'preact/hooks'

/** Loads a module once `isNeeded`; `load` must be a stable function. */
export function useLazyModule<Module>(load: () => Promise<Module>, isNeeded: boolean): Module | undefined {
  const [loaded, setLoaded] = useState<{ readonly module: Module } | undefined>()
  useEffect(() => {
    if (!isNeeded || loaded) return
    let isMounted = true
    const onLoad = (module: Module) => {
      if (isMounted) setLoaded({ module })
    }
    // After a failure, it is loaded again the next time it is needed.
    load().then(onLoad, () => undefined)
    return () => {
      isMounted = false
    }
  }, [isNeeded, loaded, load])
  return loaded?.module
}
