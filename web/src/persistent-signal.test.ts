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

function shelfOf(stored: Record<string, string> = {}): BrowserStorage & { readonly stored: Record<string, string> } {
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
    expect(createPersistentSignal(shelfOf({ 'trawl.theme': '"dark"' }), 'theme', readTheme, 'light').value).toBe('dark')
  })

  it.each([
    ['nothing', {}],
    ['another word', { 'trawl.theme': '"purple"' }],
    ['another kind of value', { 'trawl.theme': '{"dark":true}' }],
    ['no JSON', { 'trawl.theme': 'dark' }],
    ['the same under another name', { theme: '"dark"' }],
  ])('takes the fallback where there is %s', (_what, stored) => {
    expect(createPersistentSignal(shelfOf(stored), 'theme', readTheme, 'light').value).toBe('light')
  })

  it('writes down what is set, for the next page to take up', () => {
    const shelf = shelfOf()
    createPersistentSignal(shelf, 'theme', readTheme, 'light').set('dark')
    expect(shelf.stored).toEqual({ 'trawl.theme': '"dark"' })
    expect(createPersistentSignal(shelf, 'theme', readTheme, 'light').value).toBe('dark')
  })

  it('takes what another window has put there', () => {
    const hearers = new Map<string, () => void>()
    const shelf = { ...shelfOf(), onChange: (key: string, hear: () => void) => void hearers.set(key, hear) }
    const kept = createPersistentSignal(shelf, 'theme', readTheme, 'light')
    shelf.setItem('trawl.theme', '"dark"')
    hearers.get('trawl.theme')?.()
    expect(kept.value).toBe('dark')
    shelf.removeItem('trawl.theme')
    hearers.get('trawl.theme')?.()
    expect(kept.value).toBe('light')
  })

  it('tells whoever listens to its signal', () => {
    const kept = createPersistentSignal(shelfOf(), 'theme', readTheme, 'light')
    const heard: string[] = []
    const leave = kept.signal.subscribe((theme) => heard.push(theme))
    kept.set('dark')
    leave()
    kept.set('light')
    expect(heard).toEqual(['light', 'dark'])
  })

  it.each([
    ['has no storage', undefined],
    ['refuses it', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['has no room left', { ...shelfOf(), setItem: refuse }],
  ])('holds a value as long as the page is open in a browser that %s', (_what, shelf) => {
    const kept = createPersistentSignal(shelf, 'theme', readTheme, 'light')
    kept.set('dark')
    expect(kept.value).toBe('dark')
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
