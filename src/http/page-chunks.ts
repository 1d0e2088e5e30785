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
export function readChunks(text: string): (module: string) => readonly string[] {
  const known = new Map(Object.entries(chunks.parse(JSON.parse(text))))
  const within = (name: string, seen: Set<string>): Set<string> => {
    const found = known.get(name)
    if (!found || found.isEntry || seen.has(name)) return seen
    seen.add(name)
    for (const other of found.imports) within(other, seen)
    return seen
  }
  return (module) => [...within(module, new Set())].flatMap((name) => known.get(name)?.file ?? [])
}
