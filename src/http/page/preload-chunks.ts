// Finds the scripts that a view of the page needs in addition to the entry script, from the build manifest.
import { z } from 'zod'

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
})
const chunks = z.record(z.string(), chunk)

/**
 * Parses the build manifest (of Vite) and returns a function: for a lazily loaded module, its own file and those it imports. The entry script
 * is left out, because the document loads it with its imports. An unknown module has no files. @throws if the text is not a manifest.
 */
export function parseManifest(text: string): (module: string) => readonly string[] {
  const chunksByName = new Map(Object.entries(chunks.parse(JSON.parse(text))))
  const collect = (name: string, visited: Set<string>): Set<string> => {
    const entry = chunksByName.get(name)
    if (!entry || entry.isEntry || visited.has(name)) return visited
    visited.add(name)
    for (const imported of entry.imports) collect(imported, visited)
    return visited
  }
  return (module) => [...collect(module, new Set())].flatMap((name) => chunksByName.get(name)?.file ?? [])
}
