// Brings what the tests need besides npm packages: looks, installs from Debian as root where it is missing, or says what to do.
import { spawnSync } from 'node:child_process'

/** Commands the tests run, and the Debian package each comes from. */
const needed = [{ command: 'openssl', package: 'openssl', why: 'certificates for the tests of TLS and HTTP/2' }]
const oldestNode = 24

function runs(command: string): boolean {
  return spawnSync(command, ['version'], { stdio: 'ignore' }).error === undefined
}

function apt(...words: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', words, { stdio: 'inherit', env }).status === 0
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const [major = '0'] = process.versions.node.split('.')
if (Number(major) < oldestNode)
  stop(
    `The tests run on Node ${oldestNode} or later; this is ${process.version}. On Linux and Windows \`npm ci\` brings it: do not omit optional packages.`,
  )

const missing = needed.filter(({ command }) => !runs(command))
if (missing.length > 0) {
  const packages = missing.map((need) => need.package)
  for (const { command, why } of missing) console.info(`${command} is missing: ${why}`)
  const mayInstall = process.getuid?.() === 0 && runs('apt-get')
  if (!mayInstall) stop(`Install it and run this again, on Debian with: apt-get install ${packages.join(' ')}`)
  if (!apt('update') || !apt('install', '--yes', '--no-install-recommends', ...packages))
    stop(`apt-get could not install ${packages.join(' ')}; see above`)
}
console.info(`setup:test: Node ${process.version}, ${needed.map(({ command }) => command).join(', ')}: all there`)
