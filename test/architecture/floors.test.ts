// Checks the imports between the rooms of src (its first-level folders): no cycle, and no chain longer than eight.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../kit/disk.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_FLOORS = 8

/** The rooms that each room imports, type-only imports included. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The first-level folder of a file below src; a file directly in src is a room of its own. */
function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)/.exec(path)?.[1]
}

async function roomsIn(baseDir: string): Promise<Graph> {
  const options = await readOptions(join(ROOT, '.dependency-cruiser.cjs'))
  const tsConfig = readTsConfig(join(ROOT, 'tsconfig.json'))
  const { output } = await cruise(['src'], { ...options, baseDir, validate: false }, undefined, { tsConfig })
  const { modules }: ICruiseResult = typeof output === 'string' ? JSON.parse(output) : output
  const graph = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = source.endsWith('.test.ts') ? undefined : roomOf(source)
    if (from === undefined) continue
    const to = graph.get(from) ?? new Set()
    graph.set(from, to)
    for (const { resolved } of dependencies) {
      const room = roomOf(resolved)
      if (room !== undefined && room !== from) to.add(room)
    }
  }
  return graph
}

/** The longest chain of imports from a room. @throws Error naming a cycle. */
function longestChain(graph: Graph, room: string, above: readonly string[] = []): readonly string[] {
  if (above.includes(room)) throw new Error(`a circle of rooms: ${[...above, room].join(' → ')}`)
  const chains = [...(graph.get(room) ?? [])].map((below) => longestChain(graph, below, [...above, room]))
  return [room, ...chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])]
}

function longestOf(graph: Graph): readonly string[] {
  const chains = [...graph.keys()].map((room) => longestChain(graph, room))
  return chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])
}

describe('the rooms of src', () => {
  it('are at most 19 entries, at most two of them files', () => {
    const entries = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    expect(entries.length).toBeLessThanOrEqual(19)
    expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(2)
  })

  it('have no circle and few floors', async () => {
    const graph = await roomsIn(ROOT)
    const chain = longestOf(graph)
    console.info(`floors: ${graph.size} rooms, the longest chain is ${chain.join(' → ')}`)
    expect(chain.length, chain.join(' → ')).toBeLessThanOrEqual(MAX_FLOORS)
  })
})

describe('the reading of rooms', () => {
  const graphOf = (edges: Readonly<Record<string, readonly string[]>>): Graph =>
    new Map(Object.entries(edges).map(([room, below]) => [room, new Set(below)]))

  it('finds the longest chain, and a circle', () => {
    expect(longestOf(graphOf({ app: ['store', 'search'], search: ['store'], store: ['log'], log: [] }))).toEqual([
      ...['app', 'search', 'store', 'log'],
    ])
    expect(() => longestOf(graphOf({ a: ['b'], b: ['c'], c: ['a'] }))).toThrow('a circle of rooms: a → b → c → a')
  })

  it('sees a circle that only types make', async () => {
    const folder = newFolder()
    for (const room of ['search', 'store']) mkdirSync(join(folder, 'src', room), { recursive: true })
    // No two files import each other.
    writeFileSync(join(folder, 'src/store/rows.ts'), 'export type Row = string')
    writeFileSync(join(folder, 'src/search/search.ts'), "export type { Row } from '../store/rows.ts'")
    writeFileSync(join(folder, 'src/store/statements.ts'), "export type { Row } from '../search/search.ts'")
    const graph = await roomsIn(folder)
    expect(() => longestOf(graph)).toThrow('a circle of rooms')
  })
})
