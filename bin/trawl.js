#!/usr/bin/env node
// Starts the command `trawl` with a suitable Node: the current one, or the one that npm ci installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './keep-compiled.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const program = join(root, 'src', 'cli', 'trawl.ts')
const compiled = new URL('keep-compiled.js', import.meta.url).href
const wanted = 24
// The arguments may contain a key; the process list shows this title instead.
process.title = 'trawl'

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}

function startWith(node) {
  const child = spawn(node, ['--import', compiled, program, ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl+C to both processes; other signals sent to this one are forwarded.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => refuse(`trawl: ${node} cannot be started (${error.message})`))
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    process.exit(['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal) ? 130 : 2)
  })
}

function start() {
  // Node runs TypeScript directly, but not below node_modules.
  if (/[\\/]node_modules[\\/]/.test(root))
    return refuse(
      'trawl: Trawl cannot be run from under node_modules: Node does not run TypeScript there. Clone the repository, run npm ci in it, then npm install -g . (or npm link).',
    )
  if (!existsSync(join(root, 'node_modules'))) return refuse(`trawl: packages are missing; run npm ci in ${root}`)
  if (Number(process.versions.node.split('.')[0]) >= wanted) return import(pathToFileURL(program).href)
  const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(brought)) return startWith(brought)
  refuse(
    `trawl: Node ${wanted} or later is required, but this is ${process.versions.node}; npm ci in ${root} installs one`,
  )
}

void start()
