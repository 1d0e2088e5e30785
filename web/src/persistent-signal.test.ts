// Persisted signals: restored if valid, and usable without storage.
import { describe, expect, it } from 'vitest'
import {
  type BrowserStorage,
  createPersistentSignal,
  parseBoolean,
  parseOneOf,
  parseString,
  parseStrings,
} from './persistent-signal.ts'

function storageOf(stored: Record<string, string> = {}): BrowserStorage & { readonly stored: Record<string, string> } {
  return {
    stored,
    getItem: (key) => stored[key] ?? null,
    setItem: (key, value) => {
      stored[key] = value
    },
    removeItem: (key) => {
      delete stored[key]
    },
  }
}

function refuse(): never {
  throw new DOMException('not here', 'SecurityError')
}

const readTheme = parseOneOf(['light', 'dark'] as const)

describe('createKept', () => {
  it('takes up what stands in the browser under its name', () => {
    expect(createPersistentSignal(storageOf({ 'trawl.theme': '"dark"' }), 'theme', readTheme, 'light').value).toBe(
      'dark',
    )
  })

  it.each([
    ['nothing', {}],
    ['another word', { 'trawl.theme': '"purple"' }],
    ['another kind of value', { 'trawl.theme': '{"dark":true}' }],
    ['no JSON', { 'trawl.theme': 'dark' }],
    ['the same under another name', { theme: '"dark"' }],
  ])('takes the fallback where there is %s', (_what, stored) => {
    expect(createPersistentSignal(storageOf(stored), 'theme', readTheme, 'light').value).toBe('light')
  })

  it('writes down what is set, for the next page to take up', () => {
    const storage = storageOf()
    createPersistentSignal(storage, 'theme', readTheme, 'light').set('dark')
    expect(storage.stored).toEqual({ 'trawl.theme': '"dark"' })
    expect(createPersistentSignal(storage, 'theme', readTheme, 'light').value).toBe('dark')
  })

  it('takes what another window has put there', () => {
    const listeners = new Map<string, () => void>()
    const storage = {
      ...storageOf(),
      onChange: (key: string, listener: () => void) => void listeners.set(key, listener),
    }
    const signal = createPersistentSignal(storage, 'theme', readTheme, 'light')
    storage.setItem('trawl.theme', '"dark"')
    listeners.get('trawl.theme')?.()
    expect(signal.value).toBe('dark')
    storage.removeItem('trawl.theme')
    listeners.get('trawl.theme')?.()
    expect(signal.value).toBe('light')
  })

  it('tells whoever listens to its signal', () => {
    const signal = createPersistentSignal(storageOf(), 'theme', readTheme, 'light')
    const values: string[] = []
    const leave = signal.signal.subscribe((theme) => values.push(theme))
    signal.set('dark')
    leave()
    signal.set('light')
    expect(values).toEqual(['light', 'dark'])
  })

  it.each([
    ['has no storage', undefined],
    ['refuses it', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['has no room left', { ...storageOf(), setItem: refuse }],
  ])('holds a value as long as the page is open in a browser that %s', (_what, storage) => {
    const signal = createPersistentSignal(storage, 'theme', readTheme, 'light')
    signal.set('dark')
    expect(signal.value).toBe('dark')
  })
})

describe('readers', () => {
  it('take lists of texts and leave out what is none', () => {
    expect(parseStrings(['a', 1, null, 'b'])).toEqual(['a', 'b'])
    expect(parseStrings('a')).toBeUndefined()
  })

  it('take texts and flags, the empty and the false too, and nothing like them', () => {
    expect([parseString(''), parseString(1), parseString(null)]).toEqual(['', undefined, undefined])
    expect([parseBoolean(false), parseBoolean('false'), parseBoolean(0)]).toEqual([false, undefined, undefined])
  })
})
