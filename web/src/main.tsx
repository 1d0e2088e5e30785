// Entry point: creates the page context and renders the page.
import { render } from 'preact'
import { App } from './app.tsx'
import { createAsking } from './fetching.ts'
import { createKept, oneOf, type Shelf, text } from './kept.ts'
import { languageOf, languages } from './languages.ts'
import { createShared, type PageParts, themes } from './page.ts'
import { stayInstalled } from './staying.ts'
import './styles.css'

function storage(): Shelf | undefined {
  try {
    const { localStorage } = window
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
      changed: (key, hear) =>
        addEventListener('storage', (event) => {
          if (event.key === key) hear()
        }),
    }
  } catch {
    return undefined
  }
}

function createParts(): PageParts {
  const shelf = storage()
  const shared = createShared()
  const pass = createKept(shelf, 'pass', text, '')
  const asking = createAsking({
    fetch: (path, init) => fetch(path, init),
    pass: () => pass.value,
    isOnline: () => navigator.onLine,
    refused: () => {
      shared.entering.value = true
    },
  })
  const choices = {
    language: createKept(shelf, 'language', oneOf(languages), languageOf(navigator.languages)),
    theme: createKept(shelf, 'theme', oneOf(themes), 'system'),
  }
  return { shelf, pass, asking, choices, ...shared }
}

const parts = createParts()
const root = document.getElementById('app')
if (root) render(<App parts={parts} />, root)
if (import.meta.env.PROD) stayInstalled(parts)
