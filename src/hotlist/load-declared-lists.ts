// The hot lists that an operator declares in a file, beside ours; what reads such files is loaded when there is one.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from '../log.ts'
import { acceptFamily, type HotList } from './accept-family.ts'

/** More than anybody writes by hand; what is endless would be read for ever. */
const maxFileBytes = 1024 * 1024

/**
 * All lists by id: ours, and those that `file` declares, which the log is told.
 * @throws Error in words for the operator, a line for each mistake of the file, or that it cannot be read.
 */
export async function addDeclaredLists(
  ours: ReadonlyMap<string, HotList>,
  file: string | undefined,
  log: Pick<Logger, 'info'>,
): Promise<ReadonlyMap<string, HotList>> {
  if (file === undefined) return ours
  const text = await textOf(file)
  const { readDeclaredLists } = await import('./declared/declared-lists.ts')
  const families = new Set([...ours.values()].map(({ family }) => family))
  const taken = (id: string) => {
    if (ours.has(id)) return 'is a list of ours already; another id is needed'
    return families.has(id) ? 'is a family of ours already; another id is needed' : undefined
  }
  const declared = [...readDeclaredLists(text, file, taken)].flatMap(([id, family]) => acceptFamily(id, family))
  log.info(`${declared.length} hot lists of SOURCES_FILE: ${declared.map(({ id }) => id).join(', ') || 'none'}`)
  return new Map([...ours, ...declared.map((list) => [list.id, list] as const)])
}

async function textOf(file: string): Promise<string> {
  const bytes = await bytesOf(file).catch((error: unknown) => {
    throw new Error(`SOURCES_FILE: cannot be read (${error instanceof Error ? error.message : error})`)
  })
  if (!isUtf8(bytes)) throw new Error(`${file}: must be saved as UTF-8`)
  return bytes.toString()
}

async function bytesOf(file: string): Promise<Buffer> {
  const found = await stat(file)
  if (!found.isFile()) throw new Error(`${file} is no file`)
  if (found.size > maxFileBytes) throw new Error(`${file} must be at most 1 MB`)
  return readFile(file)
}
