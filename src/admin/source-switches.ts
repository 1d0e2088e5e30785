// Sources that an administrator has switched on or off.
import type { StoredSetting } from './stored-settings.ts'

export type SourceSwitches = ReturnType<typeof createSourceSwitches>

/** `configured`: whether each source that is known at the moment is on by the settings. `onChange` is called after each change. */
export function createSourceSwitches(configured: ReadonlyMap<string, boolean>, onChange: () => void) {
  let switched: ReadonlyMap<string, boolean> = new Map()
  return {
    isKnown: (id: string) => configured.has(id),
    /** Unknown sources, such as a channel that only a request names, are on. */
    isOn: (id: string): boolean => switched.get(id) ?? configured.get(id) ?? true,
    /** Puts the switches of a text like `+weibo,-plugin:labi` into force; undefined: none. @throws Error for another text. */
    put(text: string | undefined): void {
      switched = parseSwitches(text)
      onChange()
    },
    /** The text of the switches after a change; a source that is then as the settings say is left out. */
    textAfter(before: string | undefined, { on, off }: Readonly<Record<'on' | 'off', readonly string[]>>): string {
      const next = new Map([...parseSwitches(before), ...on.map(named(true)), ...off.map(named(false))])
      return [...next]
        .flatMap(([id, isOn]) => (configured.get(id) === isOn ? [] : [`${isOn ? '+' : '-'}${id}`]))
        .join(',')
    },
    /** The sources whose state differs from the settings. */
    switched: () => [...switched].flatMap(([id, isOn]) => (configured.get(id) === !isOn ? [{ id, isOn }] : [])),
  }
}

const form = '+id for each source to switch on and -id for each to switch off, separated by commas'

function named(isOn: boolean) {
  return (id: string) => [id, isOn] as const
}

function parseSwitches(text = ''): ReadonlyMap<string, boolean> {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (!entries.every((entry) => /^[+-]\S{1,100}$/.test(entry))) throw new Error(`must be ${form}`)
  return new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+')]))
}

/** The stored setting of these switches. No variable of the environment sets it: it is what an administrator changes of the settings. */
export function switchSetting({ put }: Pick<SourceSwitches, 'put'>): StoredSetting {
  return { name: 'SWITCHES', allowed: form, check: parseSwitches, apply: put }
}
