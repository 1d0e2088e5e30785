// Skips a build while the files that it is built of are unchanged.
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A hash of the names and contents of the files that match the patterns, relative to the root of the project; tests do not count. */
export function hashFiles(patterns: readonly string[], exclude: readonly string[] = []): string {
  const entries = globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', ...exclude], withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const parts = files.sort().map((file) => `${file.slice(root.length)} ${hash('sha256', readFileSync(file))}`)
  return hash('sha256', parts.join('\n'))
}

/** Builds unless the stamp of the last build is the same; the stamp is not written when `build` returns false. */
export async function buildUnlessSame(
  stampFile: string,
  stamp: string,
  build: () => Promise<boolean | undefined>,
): Promise<void> {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if ((await build()) !== false) writeFileSync(stampFile, stamp)
}
