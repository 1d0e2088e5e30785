// A folder of source files becomes a table: the file name is the id, nobody lists them anywhere.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports every source file of a folder, in name order, and returns what `accept` makes of each file's default export, by file name.
 * Tests and files that are no TypeScript are passed over; so is a folder that does not exist.
 * @throws Error naming the file when it cannot be imported, has no default export, or `accept` throws.
 */
export async function discover<Definition>(
  folder: string,
  accept: (id: string, exported: unknown) => Definition,
): Promise<Map<string, Definition>> {
  const found = new Map<string, Definition>()
  for (const id of await sourceIds(folder)) {
    const file = join(folder, `${id}.ts`)
    try {
      const module: { default?: unknown } = await import(pathToFileURL(file).href)
      if (module.default === undefined) throw new Error('it has no default export')
      found.set(id, accept(id, module.default))
    } catch (error) {
      throw new Error(`${file} is not a source: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }
  return found
}

async function sourceIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}
