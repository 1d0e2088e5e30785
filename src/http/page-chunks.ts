// Which scripts a view of the page needs besides the first one, as the build wrote it down.
import { z } from 'zod'

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
})
const chunks = z.record(z.string(), chunk)

/**
 * Reads the build's list of chunks (Vite's manifest) and gives, for a module that is loaded when it is wanted, its own file and those it
 * imports. The first script is left out: the document names it, with what that imports, of which some may be among these too. For a module
 * that is not in the list there are none. @throws when the text is no such list.
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
