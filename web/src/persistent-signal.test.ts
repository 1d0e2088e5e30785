// Persisted signals: restored if valid, and usable without storage.
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../test/kit/page-data.ts'
import {
  type BrowserStorage,
  createPersistentSignal,
  parseBoolean,
  parseOneOf,
  parseString,
  parseStrings,
} from './persistent-signal.ts'

function refuse(): never {
  throw new DOMException('not here', 'SecurityError')
}

function themeIn(storage: BrowserStorage | undefined) {
  return createPersistentSignal(storage, 'theme', parseOneOf(['light', 'dark'] as const), 'light')
}

describe('a value that the browser stores', () => {
  it.each([
    ['nothing', {}],
    ['another word', { 'trawl.theme': '"purple"' }],
    ['another kind of value', { 'trawl.theme': '{"dark":true}' }],
    ['no JSON', { 'trawl.theme': 'dark' }],
    ['the same under another name', { theme: '"dark"' }],
  ])('takes the fallback where there is %s', (_what, stored) => {
    expect(themeIn(memoryStorage(stored)).value).toBe('light')
  })

  it('writes down what is set, for the next page to take up', () => {
    const storage = memoryStorage()
    themeIn(storage).set('dark')
    expect([...storage.texts]).toEqual([['trawl.theme', '"dark"']])
    expect(themeIn(storage).value).toBe('dark')
  })

  it('takes what another window has put there', () => {
    const listeners = new Map<string, () => void>()
    const storage = {
      ...memoryStorage(),
      onChange: (key: string, listener: () => void) => void listeners.set(key, listener),
    }
    const signal = themeIn(storage)
    storage.setItem('trawl.theme', '"dark"')
    listeners.get('trawl.theme')?.()
    expect(signal.value).toBe('dark')
    storage.removeItem('trawl.theme')
    listeners.get('trawl.theme')?.()
    expect(signal.value).toBe('light')
  })

  it.each([
    ['has no storage', undefined],
    ['refuses it', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['has no room left', { ...memoryStorage(), setItem: refuse }],
  ])('holds a value as long as the page is open in a browser that %s', (_what, storage) => {
    const signal = themeIn(storage)
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
