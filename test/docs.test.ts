// Tests the pages in docs/ against the project: the tree, the error table, the dependencies, the links, the decisions.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failurePolicies } from '../src/upstream/errors.ts'

const ROOT = join(import.meta.dirname, '..')
function read(path: string) {
  return readFileSync(join(ROOT, path), 'utf8')
}

const sourceNames = new Set(
  globSync('{src,web,test,bench,tools,client,standin}/**/*.{ts,tsx}', { cwd: ROOT }).map((path) => basename(path)),
)

/** The lines under a heading, up to the next heading of its level or above. */
function section(page: string, heading: string): string[] {
  const lines = page.split('\n')
  const start = lines.indexOf(heading)
  const level = heading.indexOf(' ')
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level)
  return start < 0 ? [] : rest.slice(0, end < 0 ? rest.length : end)
}

/** The cells of a Markdown table's rows, without head and rule. */
function tableRows(lines: readonly string[]): string[][] {
  const rows = lines.filter((line) => line.startsWith('|')).slice(2)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function bare(cell: string | undefined) {
  return (cell ?? '').replaceAll('`', '')
}

interface TreeEntry {
  readonly path: string
  readonly planned: boolean
}

/**
 * The paths of a drawn tree: three columns per level, several names on a line separated by a dot, `(planned)` for
 * missing files.
 */
function treeEntries(lines: readonly string[]): TreeEntry[] {
  const folders: string[] = []
  return lines.flatMap((line) => {
    const [, indent = '', rest = ''] = /^([│ ]*)[├└]─ (.*)$/.exec(line) ?? []
    if (rest === '') return []
    const [names = '', text = ''] = rest.split(/ {2,}(.*)/)
    const paths = names.split(' · ').map((name) => [...folders.slice(0, indent.length / 3), name].join('/'))
    folders[indent.length / 3] = names
    return paths.map((path) => ({ path, planned: text.startsWith('(planned)') }))
  })
}

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md')

  it('draws what is there, and calls planned what is not', () => {
    const entries = treeEntries(section(page, '## 1. The tree'))
    expect(entries.length).toBeGreaterThan(40)
    expect(entries.filter(({ path, planned }) => existsSync(join(ROOT, path)) === planned)).toEqual([])
  })

  it('shows the error table as src/upstream/errors.ts has it', () => {
    const shown = tableRows(section(page, '## 5. Errors')).map(([kind, _means, ...cells]) => [
      bare(kind),
      ...cells.slice(0, 2),
    ])
    const held = Object.entries(failurePolicies).map(([kind, { retried, breaker }]) => [
      kind,
      retried ? 'yes' : 'no',
      breaker,
    ])
    expect(held.length).toBe(6)
    expect(shown).toEqual(held)
  })

  it('names every rule of the architecture, and no other', () => {
    const rules = [...read('.dependency-cruiser.cjs').matchAll(/^ +name: '([a-z-]+)'/gm)].map((match) => match[1])
    const named = section(page, '## 9. What a tool checks').join('\n').split('\n\n')[0] ?? ''
    const listed = [...named.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map((match) => match[1])
    expect(listed).toEqual([...new Set(rules)])
  })
})

describe('docs/dependencies.md', () => {
  const names = z
    .record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
    .transform((list) => Object.keys(list))
  const lists = z.object({ dependencies: names, devDependencies: names, optionalDependencies: names, overrides: names })
  const held = lists.parse(JSON.parse(read('package.json')))

  it.each(lists.keyof().options)('has one line with a reason for each of the %s, in order', (list) => {
    const rows = tableRows(section(read('docs/dependencies.md'), `## ${list}`))
    expect(rows.map(([name]) => bare(name))).toEqual(held[list])
    for (const [name, use, reason] of rows) {
      expect(use, name).toMatch(/\w{3}/)
      expect(reason, name).toMatch(/\w{3}/)
    }
  })
})

describe('docs/decisions', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions')).sort()

  it('are numbered without a gap, each under a page with context, decision and consequence', () => {
    for (const [index, name] of pages.entries()) {
      const page = read(`docs/decisions/${name}`)
      expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
      expect(page).toMatch(new RegExp(`^# ${index + 1}\\. \\S.+\n`))
      expect(page.match(/^\*\*\w+\.\*\* /gm), name).toEqual(['**Context.** ', '**Decision.** ', '**Consequence.** '])
      expect(page.split('\n').length, name).toBeLessThan(60)
    }
  })
})

describe('every page', () => {
  const pages = [
    ...readdirSync(ROOT),
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((page) => `docs/${page}`),
  ].filter((path) => path.endsWith('.md'))

  it.each(pages)('%s links only to what is there', (path) => {
    const targets = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => match[1] ?? '')
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([])
  })

  it.each(pages)('%s names no file that is not there, unless the passage calls it planned', (path) => {
    const passages = read(path)
      .split(/\n(?=\n|- |\|)/)
      .filter((passage) => !/\bplanned\b/i.test(passage))
    const named = passages.flatMap((passage) => [
      ...passage.matchAll(/`((?:src|standin|test|bench|fixtures|docs|lint)\/[\w./-]*)`/g),
    ])
    expect(named.map((match) => match[1] ?? '').filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it.each(pages)('%s names no source file by a name that none has', (path) => {
    const named = [...read(path).matchAll(/`([\w-]+(?:\.test)?\.tsx?)`/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => name !== 'example.ts' && !sourceNames.has(name))).toEqual([])
  })

  it.each(pages)('%s changes nothing by a command that the service refuses for its content type', (path) => {
    const commands = read(path).replaceAll('\\\n', '').split('\n')
    const changes = commands.filter((line) => /curl.*\/api\/v1\/(?:security|server).* -d /.test(line))
    expect(changes.filter((line) => !line.includes("-H 'content-type: application/json'"))).toEqual([])
  })
})

describe('the reading of a page', () => {
  it('finds the paths of a drawn tree', () => {
    const drawn = ['├─ a', '│  ├─ b.ts · c.ts   what they are', '│  └─ d  (planned) later', '└─ e.md']
    expect(treeEntries(drawn)).toEqual([
      { path: 'a', planned: false },
      { path: 'a/b.ts', planned: false },
      { path: 'a/c.ts', planned: false },
      { path: 'a/d', planned: true },
      { path: 'e.md', planned: false },
    ])
  })

  it('finds the rows of a table under its heading only', () => {
    const page = '# t\n\n## a\n\n| x | y |\n|---|---|\n| `1` | 2 |\n\n## b\n\n| z |\n|---|\n| 3 |\n'
    expect(tableRows(section(page, '## a'))).toEqual([['`1`', '2']])
    expect(tableRows(section(page, '## no such'))).toEqual([])
  })
})
