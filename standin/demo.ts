// Runs the service with the stand-in on a machine without a network.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlags } from './flags.ts'
import { type StandinOptions, startStandin } from './server.ts'

const host = '127.0.0.1'

function greeting(url: string): string {
  return [
    '',
    'Trawl runs with a stand-in for its upstreams. No network is needed; all channels, sites, posts, headlines, works, pictures and links are invented.',
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

async function run(options: StandinOptions): Promise<void> {
  const port = process.env.PORT || '8888'
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
  const service = spawn(process.execPath, [main], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  service.once('exit', (code) => {
    rmSync(folder, { recursive: true, force: true })
    void standin.close().then(() => process.exit(code ?? 1))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
  // Sent when it listens. A health check would also be answered by another Trawl that has the port.
  service.once('message', () => console.info(greeting(`http://${host}:${port}`)))
}

const flags = readFlags(process.argv.slice(2))
if ('help' in flags) console.info(flags.help)
else if ('mistake' in flags) {
  console.error(flags.mistake)
  process.exitCode = 2
} else await run(flags.options)
