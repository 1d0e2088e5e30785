// Builds and packs the committed state in new clones, to compare the bytes.
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where the packages of a clone come from: those installed here, or `npm ci --ignore-scripts`. */
export type Installed = 'copied' | 'anew'

export function commitOf(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
}

function isOneDisk(folder: string): boolean {
  return statSync(folder).dev === statSync(root).dev
}

/** Clones HEAD into a folder of its own, builds it, and returns the SHA-256 of the packed package. @throws when a command fails. */
export function packedHash(installed: Installed): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-rebuild-'))
  const clone = join(folder, 'clone')
  const run = (command: string, words: readonly string[], cwd = clone) =>
    execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], folder)
    if (installed === 'anew') run('npm', ['ci', '--ignore-scripts', '--loglevel=error'])
    // Hard links where they can be made: it has 800 MB in small files.
    else run('cp', ['--archive', ...(isOneDisk(folder) ? ['--link'] : []), join(root, 'node_modules'), clone])
    run('npm', ['run', '--silent', 'build'])
    const [packed] = JSON.parse(run('npm', ['pack', './dist', '--json', '--loglevel=error']))
    return hash('sha256', readFileSync(join(clone, packed.filename)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
