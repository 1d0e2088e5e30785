// A folder of source files becomes a table: the file name is the id, nobody lists them anywhere.
import { readdir, realpath } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join, parse } from 'node:path'
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
  for (const id of await sourceNames(folder)) found.set(id, await importSource(folder, id, accept))
  return found
}

/**
 * Imports one source file of a folder, and returns what `accept` makes of its default export.
 * @throws Error naming the file when it cannot be imported, has no default export, or `accept` throws.
 */
export async function importSource<Definition>(
  folder: string,
  id: string,
  accept: (id: string, exported: unknown) => Definition,
): Promise<Definition> {
  const file = join(folder, `${id}.ts`)
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href)
    if (module.default === undefined) throw new Error('it has no default export')
    return accept(id, module.default)
  } catch (error) {
    throw new Error(`${file} is not a source: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** The names of a folder's source files, in order; none of a folder that does not exist. */
export async function sourceNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/** A file that is no source, and why. */
export interface Refused {
  readonly file: string
  readonly reason: string
}

export interface OwnSources<Definition> {
  /** By file name without its ending, in name order. */
  readonly found: ReadonlyMap<string, Definition>
  readonly refused: readonly Refused[]
}

/** Longer than any file needs to be imported; one that waits for something at import waits in vain. */
const importMs = 10_000

const sourceFile = /(?<!\.test|\.d)\.(?:ts|mts|js|mjs)$/
const sourceName = /^[a-z0-9][a-z0-9_-]{0,39}$/

/**
 * Imports every source file of `folder`, or those of the name `only`, as though it lay in `ours`, and returns what `accept` makes of each default export. What such a
 * file imports is looked for beside it first, then where a file of `ours` would find it, so that a copy of one of ours works unchanged.
 * @throws Error when the folder cannot be read.
 */
export async function discoverOwn<Definition>(
  folder: string,
  ours: string,
  accept: (id: string, exported: unknown) => Definition,
  only?: string,
): Promise<OwnSources<Definition>> {
  const isWanted = (name: string) => sourceFile.test(name) && (only === undefined || parse(name).name === only)
  const names = (await readdir(folder)).filter(isWanted).sort()
  // What is imported is known by its real path, also where the folder is named by a link.
  resolveAsThoughIn(await realpath(folder), ours)
  const found = new Map<string, Definition>()
  const refused: Refused[] = []
  for (const name of names) {
    const file = join(folder, name)
    const id = parse(name).name
    try {
      if (!sourceName.test(id) || /^(?:all|none)$/.test(id))
        throw new Error('its name must be made of a-z, 0-9, _ and -, at most 40 of them, and not be all or none')
      if (found.has(id)) throw new Error('another file of that name is there')
      found.set(id, accept(id, await defaultOf(file)))
    } catch (error) {
      refused.push({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { found, refused }
}

async function defaultOf(file: string): Promise<unknown> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`it was not imported within ${importMs / 1000} s`)), importMs)
  try {
    const module: { default?: unknown } = await Promise.race([import(pathToFileURL(file).href), late.promise])
    if (module.default === undefined) throw new Error('it has no default export')
    return module.default
  } finally {
    clearTimeout(timer)
  }
}

function resolveAsThoughIn(folder: string, ours: string): void {
  const own = pathToFileURL(join(folder, '/')).href
  const stand = pathToFileURL(join(ours, 'any.ts')).href
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        if (!context.parentURL?.startsWith(own)) throw error
        return next(specifier, { ...context, parentURL: stand })
      }
    },
  })
}
