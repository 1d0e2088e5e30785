// Runs the service with the stand-in on a machine without a network.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { readFlags } from './flags.ts'
import { type StandinOptions, startStandin } from './server.ts'

/** The address for a phone in the same network; undefined without a network. Virtual networks of containers and VPNs have none for it. */
function findNetworkAddress(): string | undefined {
  const found = Object.entries(networkInterfaces()).filter(
    ([name]) => !/^(?:docker|br-|veth|virbr|vmnet|utun|tun|tap|wg)/.test(name),
  )
  const addresses = found.flatMap(([, given = []]) => given)
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

const english = [
  'Trawl runs, without a network: all channels, sites, lists and links are invented.',
  'open',
  'and search for 纸鹤',
  'phone',
  'stop',
]
const chinese = [
  'Trawl 演示已启动，不需要网络：频道、站点、榜单、链接都是虚构的。',
  '打开',
  '搜索“纸鹤”',
  '手机',
  '停止',
]

/** What the demo says when it runs, in the language of the terminal. */
function greeting(port: string): string {
  const isChinese = /^zh(?![a-z])/i.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '')
  const [title, open, search, phone, stop] = isChinese ? chinese : english
  const address = findNetworkAddress()
  const url = `http://${address}:${port}`
  return [
    `\n${title}`,
    `  ${open}  http://127.0.0.1:${port}  ${search}`,
    ...(address === undefined ? [] : [`  ${phone}  ${url}`]),
    `  ${stop}  Ctrl+C\n`,
    ...(address !== undefined && process.stdout.isTTY ? qrCode(url) : []),
  ].join('\n')
}

/** Lines of a code for a camera, black on white in any colour scheme. */
function qrCode(url: string): string[] {
  const lines = renderUnicodeCompact(url, { ecc: 'L', border: 2 }).split('\n')
  return lines.map((line) => styleText(['whiteBright', 'bgBlack'], line))
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
    // The host of most invented pictures; the page would show 403 in the console of its browser.
    PICTURE_HOSTS: '+img.example.org',
    // `process.env` has precedence over `.env`; these settings of a real service would break the example commands.
    ...{ API_KEYS: '', AUTH_ENABLED: '', UPSTREAM_PROXY: '', BASE_PATH: '' },
    ...process.env,
    DATA_DIR: folder,
    // The phone of the reader can open it too.
    HOST: '0.0.0.0',
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
  service.once('message', () => console.info(greeting(port)))
}

const flags = readFlags(process.argv.slice(2))
if ('help' in flags) console.info(flags.help)
else if ('mistake' in flags) {
  console.error(flags.mistake)
  process.exitCode = 2
} else await run(flags.options)
