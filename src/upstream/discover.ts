// Loads a folder of source files into a table; the file name is the id.

import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withTimeout } from '../async/timeout.ts'
import { messageOf } from '../observability/error-message.ts'
import { builtSources } from './built-sources.ts'

/**
 * Imports every source file of a folder in name order. Returns the results of `accept` for the default exports, by file
 * name. Skips tests and files that are not TypeScript.
 * @throws Error naming the file if it cannot be imported, has no default export, or `accept` throws; naming the folder if it cannot be read.
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
 * Imports one source file of a folder and passes its default export to `accept`.
 * @throws Error naming the file if it cannot be imported, has no default export, or `accept` throws.
 */
export async function importSource<Definition>(
  folder: string,
  id: string,
  accept: (id: string, exported: unknown) => Definition,
): Promise<Definition> {
  const file = join(folder, `${id}.ts`)
  try {
    const load = builtSources.get(file) ?? (() => import(pathToFileURL(file).href))
    return accept(id, defaultOf(await load()))
  } catch (error) {
    throw new Error(`${file} is not a source: ${messageOf(error)}`, { cause: error })
  }
}

/** A source that is data: the text of its YAML file, or of its entry as JSON in a built server. */
export type SourceData = { readonly file: string } & ({ readonly yaml: string } | { readonly json: string })

/** The source `id` of a folder if it is data; undefined if it is code. @throws Error if its file cannot be read. */
export async function readSourceData(folder: string, id: string): Promise<SourceData | undefined> {
  const file = join(folder, `${id}.yaml`)
  const built = builtSources.get(file)
  if (built) return { file, json: String(defaultOf(await built())) }
  return existsSync(file) ? { file, yaml: await readFile(file, 'utf8') } : undefined
}

/** The names of the source files in a folder, code or declarations, sorted. @throws Error naming the folder if it cannot be read. */
export async function sourceNames(folder: string): Promise<string[]> {
  const files =
    builtSources.size > 0
      ? [...builtSources.keys()].filter((file) => dirname(file) === folder)
      : await readdir(folder).catch((error: unknown) => {
          throw new Error(`this installation of Trawl is incomplete: ${messageOf(error)}`, { cause: error })
        })
  const sources = files.filter((file) => /(?<!\.test|\.d)\.(?:ts|yaml)$/.test(file))
  return [...new Set(sources.map((file) => parse(file).name))].sort()
}

/** Longer than any file needs; a file that awaits something at import never finishes. */
const importMs = 10_000

const sourceFile = /(?<!\.test|\.d)\.(?:ts|mts|js|mjs)$/
const sourceName = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** How to import a folder of custom sources. */
export interface CustomSourceOptions {
  /** Relative imports that worked in an earlier version, and the module that has what they exported. */
  readonly removedPaths: { readonly pattern: RegExp; readonly replacement: URL }
  /** Called for each relative import that leads out of the folder into ours. */
  readonly onPathImport: (file: string, specifier: string) => void
}

/**
 * Imports every source file of `folder` in name order, and passes their default exports to `accept`.
 * Imports in these files are resolved beside the file first, then as if it lay in `ours`, so that a copy of one of our
 * sources works unchanged.
 * @throws Error if the folder cannot be read.
 */
export async function discoverCustom<Definition>(
  folder: string,
  ours: string,
  accept: (id: string, exported: unknown) => Definition,
  options: CustomSourceOptions,
) {
  const names = (await readdir(folder)).filter((name) => sourceFile.test(name)).sort()
  // Imported modules have their real path, even if the folder is a symbolic link.
  resolveImportsAsIn(await realpath(folder), ours, options)
  const found = new Map<string, Definition>()
  const rejected: { readonly file: string; readonly reason: string }[] = []
  for (const name of names) {
    const file = join(folder, name)
    const id = parse(name).name
    try {
      if (!sourceName.test(id) || /^(?:all|none)$/.test(id))
        throw new Error(
          'its name must consist of a-z, 0-9, _ and -, have at most 40 characters, and not be all or none',
        )
      if (found.has(id)) throw new Error('another file has the same name')
      found.set(id, accept(id, await importDefault(file)))
    } catch (error) {
      rejected.push({ file, reason: messageOf(error) })
    }
  }
  return { found, rejected }
}

async function importDefault(file: string): Promise<unknown> {
  const module: { default?: unknown } | undefined = await withTimeout(import(pathToFileURL(file).href), importMs)
  if (module === undefined) throw new Error(`it was not imported within ${importMs / 1000} s`)
  return defaultOf(module)
}

function defaultOf(module: { default?: unknown }): unknown {
  if (module.default === undefined) throw new Error('it has no default export')
  return module.default
}

/**
 * In a built server, the name of the bundled module under `imports` of its package.json: it has neither packages beside it nor files at the
 * paths of a checkout.
 */
function builtSpecifier(specifier: string): string {
  if (builtSources.size === 0 || specifier.startsWith('trawl/')) return specifier
  return specifier.startsWith('../') ? '#plugin-modules' : `#${specifier}`
}

function resolveImportsAsIn(folder: string, ours: string, { removedPaths, onPathImport }: CustomSourceOptions): void {
  const customFolder = pathToFileURL(join(folder, '/')).href
  const ourModule = pathToFileURL(join(ours, 'any.ts')).href
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        const { parentURL } = context
        if (!parentURL?.startsWith(customFolder)) throw error
        const isRemoved = removedPaths.pattern.test(specifier)
        const resolved = isRemoved
          ? next(removedPaths.replacement.href, context)
          : next(builtSpecifier(specifier), { ...context, parentURL: ourModule })
        if (specifier.startsWith('.')) onPathImport(fileURLToPath(parentURL), specifier)
        return resolved
      }
    },
  })
}
