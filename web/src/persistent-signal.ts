// Signals whose values are persisted in the browser and validated when read.
import { type Signal, signal } from '@preact/signals'

/** Storage of the browser; `localStorage` is one. */
export interface BrowserStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Subscribes to changes of a key by other windows. */
  readonly onChange?: (key: string, listener: () => void) => void
}

export interface PersistentSignal<Value> {
  readonly value: Value
  readonly signal: Signal<Value>
  set(value: Value): void
}

/**
 * Creates a persisted value under the key `trawl.<name>`. Uses the stored value if `read` accepts it, else `fallback`;
 * follows changes by other windows. If the browser cannot store it (private window, quota exceeded), the value lives as
 * long as the page.
 */
export function createPersistentSignal<Value>(
  storage: BrowserStorage | undefined,
  name: string,
  read: (stored: unknown) => Value | undefined,
  fallback: Value,
): PersistentSignal<Value> {
  const key = `trawl.${name}`
  const state = signal(readStored(storage, key, read) ?? fallback)
  storage?.onChange?.(key, () => {
    state.value = readStored(storage, key, read) ?? fallback
  })
  return {
    get value() {
      return state.value
    },
    signal: state,
    set(value) {
      state.value = value
      try {
        storage?.setItem(key, JSON.stringify(value))
      } catch {
        // The value stays in memory.
      }
    },
  }
}

function readStored<Value>(
  storage: BrowserStorage | undefined,
  key: string,
  read: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    return read(JSON.parse(storage?.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Returns a parser that accepts one of these strings. */
export function parseOneOf<Word extends string>(words: readonly Word[]): (stored: unknown) => Word | undefined {
  return (stored) => words.find((word) => word === stored)
}

/** Parses an array of strings; drops other entries. */
export function parseStrings(stored: unknown): string[] | undefined {
  return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : undefined
}

/** Parses a string. */
export function parseString(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined
}

/** Parses a boolean. */
export function parseBoolean(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined
}
