// Lazy-loaded modules of the search view.
import { useEffect, useState } from 'preact/hooks'

export function loadProblems() {
  return import('./problems.tsx')
}

/** Loads a module once `isNeeded`; `load` must be a stable function. Calls `onError` if loading fails. */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  isNeeded: boolean,
  onError?: () => void,
): Module | undefined {
  const [loaded, setLoaded] = useState<{ readonly module: Module } | undefined>()
  useEffect(() => {
    if (!isNeeded || loaded) return
    let isMounted = true
    const onLoad = (module: Module) => {
      if (isMounted) setLoaded({ module })
    }
    // After a failure, it is loaded again the next time it is needed.
    load().then(onLoad, () => onError?.())
    return () => {
      isMounted = false
    }
  }, [isNeeded, loaded, load])
  return loaded?.module
}
