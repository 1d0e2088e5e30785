// Reads the files of built-in families: NAME.yaml, a declaration, or NAME.ts, code.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PlainValue } from '../parsing/parse-yaml.ts'
import { builtSources } from '../upstream/built-sources.ts'
import { importSource, sourceNames } from '../upstream/discover.ts'

/** The folder of our hot lists, one file a family. */
export const listsFolder: string = join(import.meta.dirname, 'sources')

/** Like `discover`, for a folder of families. */
export async function discoverFamilies(folder: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const name of await sourceNames(folder))
    found.set(name, await importFamily(folder, name, (_name, family) => family))
  return found
}

/**
 * Passes a family to `accept`; a built server has the declarations as JSON.
 * @throws Error naming the file if it cannot be read, is not a family, or `accept` throws.
 */
export async function importFamily<Definition>(
  folder: string,
  name: string,
  accept: (name: string, family: unknown) => Definition,
): Promise<Definition> {
  const file = join(folder, `${name}.yaml`)
  const built = builtSources.get(file)
  if (built) {
    const { checkedLists, familyOf } = await import('./declared/declaration.ts')
    return accept(name, familyOf(checkedLists(name, JSON.parse(String((await built()).default)))))
  }
  if (!existsSync(file)) return importSource(folder, name, accept)
  const { parseFamilyFile } = await import('./declared/load-file.ts')
  return accept(name, parseFamilyFile(await readFile(file, 'utf8'), basename(file), name))
}

/** The entry of a family that is a declaration; undefined for one that is code. @throws Error if its file cannot be read. */
export async function familyEntry(folder: string, name: string): Promise<PlainValue | undefined> {
  const file = join(folder, `${name}.yaml`)
  const built = builtSources.get(file)
  if (built) return JSON.parse(String((await built()).default))
  if (!existsSync(file)) return undefined
  const { parseYamlMap } = await import('../parsing/parse-yaml.ts')
  return parseYamlMap(await readFile(file, 'utf8'), 'a family').values.get(name)
}
