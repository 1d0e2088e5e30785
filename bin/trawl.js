#!/usr/bin/env node
// Starts the service or a command of `trawl` with a suitable Node: the current one, or in a checkout the one that npm ci installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './keep-compiled.js'
import { applyMemoryOptions, limitHeapGrowth } from './memory-options.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isBuilt = existsSync(join(root, 'server'))
const wanted = 24

/** Programs of their own; `trawl` knows all other words. Without a command the service starts. */
const programs = { start: 'main', migrate: 'cli/migrate' }

const given = process.argv.slice(2)
const [first, ...rest] = given.length === 0 || given[0] === '--open' ? ['start', ...given] : given
const isProgram = Object.hasOwn(programs, first)
const name = isProgram ? programs[first] : 'cli/trawl'
const words = isProgram ? rest : given
const program = isBuilt ? join(root, 'server', `${name.split('/').at(-1)}.js`) : join(root, 'src', `${name}.ts`)

// As in src/config/locale.ts, which an older Node cannot load.
const { LC_ALL, LC_MESSAGES, LANG } = process.env
const isChinese = /^zh(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '')

function refuse(english, chinese) {
  process.stderr.write(`${isChinese ? chinese : english}\n`)
  process.exitCode = 2
}

function startWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...given], { stdio: 'inherit' })
  // A terminal sends Ctrl+C to both processes; other signals sent to this one are forwarded.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) =>
    refuse(`trawl: ${node} cannot be started (${error.message})`, `trawl：启动不了 ${node}（${error.message}）`),
  )
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    process.exit(['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal) ? 130 : 2)
  })
}

function startHere() {
  // Commands that only ask a running service start faster without.
  if (name === 'main' || words.includes('--alone')) applyMemoryOptions()
  process.argv.splice(1, Number.POSITIVE_INFINITY, program, ...words)
  return import(pathToFileURL(program).href).then(name === 'main' ? limitHeapGrowth : undefined)
}

function start() {
  // The arguments may contain a key; the process list shows this title instead.
  process.title = 'trawl'
  const isRecent = Number(process.versions.node.split('.')[0]) >= wanted
  if (isBuilt)
    return isRecent
      ? startHere()
      : refuse(
          `trawl: Node ${wanted} or later is required; this is ${process.versions.node}`,
          `trawl：需要 Node ${wanted} 或更新的版本，现在是 ${process.versions.node}`,
        )
  // Node runs TypeScript directly, but not below node_modules.
  if (/[\\/]node_modules[\\/]/.test(root))
    return refuse(
      'trawl: a checkout cannot be run from under node_modules: Node does not run TypeScript there. Install the package that npm run package makes, or run npm install -g . (or npm link) in the checkout.',
      'trawl：源码目录不能放在 node_modules 下面运行，Node 在那里不运行 TypeScript。请安装 npm run package 生成的包，或在源码目录里运行 npm install -g .（或 npm link）。',
    )
  if (!existsSync(join(root, 'node_modules')))
    return refuse(`trawl: packages are missing; run npm ci in ${root}`, `trawl：缺少依赖；请在 ${root} 里运行 npm ci`)
  if (isRecent) return startHere()
  const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(brought)) return startWith(brought)
  refuse(
    `trawl: Node ${wanted} or later is required, but this is ${process.versions.node}; npm ci in ${root} installs one`,
    `trawl：需要 Node ${wanted} 或更新的版本，现在是 ${process.versions.node}；在 ${root} 里运行 npm ci 会装一个`,
  )
}

void start()
