// Checks exported names and file names against the vocabulary of docs/style.md, and that each exported type name has one declaration.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** This project's own words for things that have a common name. */
const replacedWords = new Set(
  [
    'hear hears heard hearer hearing ear ears tell tells told untold teller news kept keeping shelf shelves came coming besides arrival arrivals',
    'wanted wish wishes errand errands place places stand stands standing turn turns lane lanes room rooms door doors doorway entrance crew hands deaf',
    'bell bells notes spending spendings pace paces lease leases shut passage learned trouble troubles excuse',
    'most longest least fewest usual otherwise believed held sift ledger ledgers stretch stretches forget forgets tend tends tended',
  ].flatMap((line) => line.split(' ')),
)

/** Names that still contain one of them. The list may only get shorter. */
const remaining: readonly string[] = []

interface ExportedName {
  readonly path: string
  readonly name: string
  readonly isType: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && path !== 'client/wire-types.ts')
}

function exportedNames(path: string): ExportedName[] {
  const declaration =
    /^export (?:declare )?(?:abstract )?(?:async )?(const|let|function\*?|class|interface|type) (\w+)/gm
  return [...readFileSync(join(ROOT, path), 'utf8').matchAll(declaration)].map(([, kind = '', name = '']) => ({
    path,
    name,
    isType: /^(?:class|interface|type)$/.test(kind),
  }))
}

/** The replaced words in a name. NewsNow is the name of another service. */
function replacedIn(name: string): string[] {
  return name
    .replaceAll(/newsnow/gi, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => replacedWords.has(word))
}

/** Sources are named after their sites. */
function isNamedBySite(path: string): boolean {
  return /^src\/(?:hotlist\/sources|search\/plugins)\//.test(path)
}

describe('the names of src, web/src and client', () => {
  const files = ['src', 'web/src', 'client'].flatMap(sourceFiles)
  const names = files.flatMap(exportedNames)

  it('contain no word that was replaced', () => {
    console.info(`vocabulary: ${files.length} files and ${names.length} exported names read`)
    expect(names.length).toBeGreaterThan(1000)
    const inFiles = files.filter((path) => !isNamedBySite(path) && replacedIn(path).length > 0)
    const inNames = names.filter(({ name }) => replacedIn(name).length > 0)
    expect([...inFiles, ...inNames.map(({ path, name }) => `${path} ${name}`)].sort()).toEqual([...remaining].sort())
  })

  it('give an exported type of src one meaning', () => {
    const types = names.filter(({ path, isType }) => isType && path.startsWith('src/'))
    const declared = Map.groupBy(types, ({ name }) => name)
    const repeated = [...declared].filter(([, all]) => new Set(all.map(({ path }) => path)).size > 1)
    expect(repeated.map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`)).toEqual([])
  })

  it.each([
    ['createNews', ['news']],
    ['src/store/file-shelf.ts', ['shelf']],
    ['toldOfHealth', ['told']],
    ['newsNowRoutes', []],
    ['replaceKeyword', []],
  ])('are split into words: %s', (name, words) => {
    expect(replacedIn(name)).toEqual(words)
  })
})
