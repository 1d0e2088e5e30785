// Checks the conventions of TypeScript files that no linter rule covers: first line, size, words in names.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const ROOMS = ['src', 'client', 'standin', 'bench', 'test', 'web']
const MOST_LINES_OF_CODE = 300
/** Generated files; the generator's tests check them. */
const MADE = ['client/wire-types.ts']

/** Marks of unfinished work and disabled checks, spelled so that this line does not match. */
const MARKS = /\b(?:TOD[O]|FIXM[E]|XX[X])\b|biome-ignor[e]|@ts-(?:ignor[e]|expect-erro[r]|nochec[k])/g

/** Words without meaning, as listed in the glossary. */
const emptyWordList =
  /^Words we do not use in names: ([^.]+)\./m
    .exec(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'))?.[1]
    ?.split(', ') ?? []

interface SourceFile {
  readonly path: string
  readonly text: string
}

/** An arrow function that is declared as a constant at the top of a file. */
const ARROWS = /^(?:export )?const (\w+) = (?:async )?(?:<[^\n]*>)?(?:\w+|\([^\n]*\)(?:: [^\n=]+)?) =>/gm

function house(): SourceFile[] {
  return readdirSync(ROOT)
    .filter((room) => ROOMS.includes(room))
    .flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !MADE.includes(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Counts lines that contain more than whitespace and comments. */
function linesOfCode(text: string): number {
  const isComment = /^(?:\/\/|\/\*|\*)/
  return text.split('\n').filter((line) => line.trim() !== '' && !isComment.test(line.trim())).length
}

function words(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

function declaredNames(text: string): string[] {
  return [...text.matchAll(/^(?:export )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm)].map(
    (match) => match[1] ?? '',
  )
}

function emptyWords(name: string) {
  return words(name).filter((word) => emptyWordList.includes(word.replace(/s$/, '')))
}

function faults(file: SourceFile): string[] {
  const found: string[] = []
  if (!/^\/\/ \S.{15,}/.test(file.text)) found.push('its first line does not say in a sentence what it is for')
  if (!file.path.endsWith('.test.ts') && linesOfCode(file.text) >= MOST_LINES_OF_CODE) {
    found.push(`${linesOfCode(file.text)} lines of code: split it by idea, or move its table to a JSON file`)
  }
  if (/^index\.tsx?$/.test(basename(file.path))) found.push('an index file: an import path is an address')
  for (const [, name] of file.text.matchAll(ARROWS)) found.push(`the arrow ‘${name}’: a function of a file is declared`)
  for (const [mark] of file.text.matchAll(MARKS)) found.push(`the mark ‘${mark}’: finish it, or mend what it hushes`)
  for (const name of [file.path, ...declaredNames(file.text)]) {
    for (const word of emptyWords(name)) found.push(`the word ‘${word}’ in ‘${name}’`)
  }
  return found
}

describe('every file of the house', () => {
  const files = house()

  it('has nine empty words to avoid', () => {
    expect(emptyWordList.length).toBe(9)
  })

  it('keeps the conventions', () => {
    console.info(`conventions: ${files.length} files read`)
    expect(files.length).toBeGreaterThan(10)
    expect(files.map((file) => ({ path: file.path, faults: faults(file) })).filter(({ faults }) => faults[0])).toEqual(
      [],
    )
  })
})

describe('the reading of a file', () => {
  const code = (lines: number) => `// A file that exists to be read by this test.\n${'work()\n'.repeat(lines)}`

  it.each([
    ['src/a.ts', 'work()\n', /first line/],
    ['src/a.ts', '//\n', /first line/],
    ['src/a.ts', code(300), /300 lines of code/],
    ['src/a.ts', `${code(1)}// ${'TO'}${'DO'} later\n`, /the mark ‘TOD/],
    ['src/a.ts', `${code(1)}// @ts-${'expect-error'}\n`, /the mark ‘@ts/],
    ['src/search/index.ts', code(1), /an index file/],
    ['src/search/url-helpers.ts', code(1), /‘helpers’/],
    ['src/common/urls.ts', code(1), /‘common’/],
    ['src/a.ts', `${code(1)}export class SearchManager {}\n`, /‘manager’/],
    ['src/a.ts', `${code(1)}export const ask = async (url: string): Promise<void> => {}\n`, /the arrow ‘ask’/],
    ['src/a.ts', `${code(1)}export const enhancedSearch = 1\n`, /‘enhanced’/],
  ])('finds what is wrong with %s', (path, text, fault) => {
    expect(faults({ path, text })).toEqual([expect.stringMatching(fault)])
  })

  it.each([
    ['src/a.ts', code(199)],
    ['src/a.ts', `${code(199)}${'\n// why\n/** what */\n'.repeat(60)}`],
    ['src/a.test.ts', code(300)],
    ['src/base64.ts', `${code(1)}const database = 1\n`],
  ])('finds nothing wrong with %s', (path, text) => {
    expect(faults({ path, text })).toEqual([])
  })
})
