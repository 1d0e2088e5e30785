// Reads the files of built-in families: NAME.yaml, a declaration, or NAME.ts, code.
import { basename, join } from 'node:path'
import type { PlainValue } from '../parsing/parse-yaml.ts'
import { importSource, readSourceData, sourceNames } from '../upstream/discover.ts'

export const listsFolder: string = join(import.meta.dirname, 'sources')

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
  const data = await readSourceData(folder, name)
  if (!data) return importSource(folder, name, accept)
  if ('json' in data) {
    const { checkedLists, familyOf } = await import('./declared/entry.ts')
    return accept(name, familyOf(checkedLists(name, JSON.parse(data.json))))
  }
  const { parseFamilyFile } = await import('./declared/load-file.ts')
  return accept(name, parseFamilyFile(data.yaml, basename(data.file), name))
}

/** The entry of a family that is a declaration; undefined for one that is code. @throws Error if its file cannot be read. */
export async function familyEntry(folder: string, name: string): Promise<PlainValue | undefined> {
  const data = await readSourceData(folder, name)
  if (!data) return undefined
  if ('json' in data) return JSON.parse(data.json)
  const { parseYamlMap } = await import('../parsing/parse-yaml.ts')
  return parseYamlMap(data.yaml, 'a family').values.get(name)
}
