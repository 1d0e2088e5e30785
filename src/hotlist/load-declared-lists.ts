// Loads the hot lists that an operator declares in a file; the parser of such files is loaded only if there is one.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import { buildLists, type HotList } from './build-lists.ts'

/** More than anyone writes by hand; an endless file would be read forever. */
const maxFileBytes = 1024 * 1024

/**
 * All lists by id: ours, and those that `file` declares; logs the latter.
 * @throws Error for the operator: one line for each mistake in the file, or why it cannot be read.
 */
export async function addDeclaredLists(
  ours: ReadonlyMap<string, HotList>,
  file: string | undefined,
  log: Pick<Logger, 'info'>,
): Promise<ReadonlyMap<string, HotList>> {
  if (file === undefined) return ours
  const text = await readSourcesFile(file)
  const { parseDeclaredLists } = await import('./declared/load-file.ts')
  const families = new Set([...ours.values()].map(({ family }) => family))
  const conflictOf = (id: string) => {
    if (ours.has(id)) return 'is a list of ours already; another id is needed'
    return families.has(id) ? 'is a family of ours already; another id is needed' : undefined
  }
  const declared = [...parseDeclaredLists(text, file, conflictOf)].flatMap(([id, family]) => buildLists(id, family))
  log.info(`${declared.length} hot lists of SOURCES_FILE: ${declared.map(({ id }) => id).join(', ') || 'none'}`)
  return new Map([...ours, ...declared.map((list) => [list.id, list] as const)])
}

/** The text of an operator's file of sources. @throws Error for the operator if it cannot be read. */
export async function readSourcesFile(file: string): Promise<string> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new Error(`SOURCES_FILE: cannot be read (${messageOf(error)})`)
  })
  if (!isUtf8(bytes)) throw new Error(`${file}: must be saved as UTF-8`)
  return bytes.toString()
}

async function readBytes(file: string): Promise<Buffer> {
  const found = await stat(file)
  if (!found.isFile()) throw new Error(`${file} is no file`)
  if (found.size > maxFileBytes) throw new Error(`${file} must be at most 1 MB`)
  return readFile(file)
}
