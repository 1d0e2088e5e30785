// Sources that an administrator has switched on or off until the next start.

export type SourceSwitches = ReturnType<typeof createSourceSwitches>

/** `configured`: whether each source that is known at the moment is on by the settings. `onChange` is called after each change. */
export function createSourceSwitches(configured: ReadonlyMap<string, boolean>, onChange: () => void) {
  const switched = new Map<string, boolean>()
  return {
    isKnown: (id: string) => configured.has(id),
    /** Unknown sources, such as a channel that only a request names, are on. */
    isOn: (id: string): boolean => switched.get(id) ?? configured.get(id) ?? true,
    switchTo(isOn: boolean, ids: readonly string[]): void {
      for (const id of ids) {
        if (configured.get(id) === isOn) switched.delete(id)
        else switched.set(id, isOn)
      }
      onChange()
    },
    /** The sources whose state differs from the settings. */
    switched: () => [...switched].flatMap(([id, isOn]) => (configured.has(id) ? [{ id, isOn }] : [])),
  }
}
