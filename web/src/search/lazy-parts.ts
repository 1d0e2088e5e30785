// Modules that are more than a component, or whose failure is shown in their place; for other components see `components/lazy.tsx`.
import { useEffect, useState } from 'preact/hooks'

/** Loads a module once `isNeeded`; `load` must be a stable function. Calls `onError` if loading fails, such as without a network. */
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
