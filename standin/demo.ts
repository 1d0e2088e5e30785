// Runs the service with the stand-in on a machine without a network.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readFlags } from './flags.ts'
import { isPortTaken } from './port-taken.ts'
import { type StandinOptions, startStandin } from './server.ts'

const host = '127.0.0.1'
const waitMs = 20_000
const lookEveryMs = 100

/** Resolves to true when the service returns its search capabilities. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false))
  })
}

async function untilThere(url: string, gone: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < waitMs && !gone.aborted; waited += lookEveryMs) {
    if (await answers(url)) return true
    await pause(lookEveryMs)
  }
  return false
}

function greeting(url: string): string {
  return [
    '',
    'Trawl runs with a stand-in for its upstreams. No network is needed; all channels, sites, posts, headlines and links are invented.',
    `  open  ${url}/?kw=纸鹤`,
    `  board ${url}/hot`,
    `  try   curl -s '${url}/api/search?kw=%E7%BA%B8%E9%B9%A4&conc=128&cloud_types=quark,baidu'`,
    `  watch curl -sN '${url}/api/search/stream?kw=%E7%BA%B8%E9%B9%A4&conc=128'`,
    `  lists ${url}/api/v1/sources lists all ids; entries change over time`,
    `  try   curl -s '${url}/api/hot-list?id=weibo'`,
    '  stop  Ctrl+C',
    '',
  ].join('\n')
}

/**
 * Error text for a taken port. The check runs first, because the health check of another Trawl would look like that of
 * the demo.
 */
function takenText(port: string, url: string): string {
  const other = Number(port) === 65_535 ? 8_888 : Number(port) + 1
  return `Port ${port} is taken: another program answers on ${url}. Choose another port, for example: PORT=${other} npm run demo`
}

async function run(options: StandinOptions): Promise<void> {
  const port = process.env.PORT || '8888'
  const url = `http://${host}:${port}`
  // The service itself rejects an invalid port.
  if (/^\d{1,5}$/.test(port) && (await isPortTaken(Number(port), host))) {
    console.error(takenText(port, url))
    process.exitCode = 1
    return
  }
  const standin = await startStandin({
    weather: 'ordinary',
    lists: 'growing',
    clock: () => performance.now(),
    ...options,
    port: 0,
  })
  const main = join(import.meta.dirname, '../src/main.ts')
  // A temporary folder keeps the data of mock sites apart from the data of real sites.
  const folder = mkdtempSync(join(tmpdir(), 'trawl-demo-'))
  const env = {
    LOG_LEVEL: 'warn',
    // `process.env` has precedence over `.env`; these settings of a real service would break the example commands.
    ...{ API_KEYS: '', AUTH_ENABLED: '', UPSTREAM_PROXY: '' },
    ...process.env,
    DATA_DIR: folder,
    HOST: host,
    PORT: port,
    UPSTREAM_GATEWAY: standin.url,
  }
  const service = spawn(process.execPath, [main], { env, stdio: 'inherit' })
  const gone = new AbortController()
  service.once('exit', (code) => {
    gone.abort()
    rmSync(folder, { recursive: true, force: true })
    void standin.close().then(() => process.exit(code ?? 1))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))

  if (await untilThere(`${url}/api/health`, gone.signal)) console.info(greeting(url))
  else if (!gone.signal.aborted) {
    console.error(`The service did not respond on ${url} within ${waitMs / 1000} s; stopping the demo.`)
    service.kill()
  }
}

const flags = readFlags(process.argv.slice(2))
if ('help' in flags) console.info(flags.help)
else if ('mistake' in flags) {
  console.error(flags.mistake)
  process.exitCode = 2
} else await run(flags.options)
