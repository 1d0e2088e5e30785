// The real service as a process in a network of its own, and the stand-in that plays all of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { FaultRule } from '../../standin/faults.ts'
import { startStandin } from '../../standin/server.ts'
import { type Certificate, makeCertificate } from '../../test/kit/scripted-server.ts'
import { kinds, pictureHosts, settings, sourcesFile, wellHosts } from './kinds.ts'
import { type NetworkState, publicAddress } from './network.ts'

const root = join(import.meta.dirname, '../..')
const hour = 60 * 60_000

/** A certificate that the service trusts, and one that it does not. */
export interface Certificates {
  readonly good: Certificate
  readonly bad: Certificate
}

export function makeCertificates(): Certificates {
  const names = [...kinds.map(({ host }) => host), ...wellHosts, ...pictureHosts, '*.quark.cn', '*.uc.cn']
  return { good: makeCertificate(names), bad: makeCertificate(names) }
}

export interface World {
  readonly url: string
  setFaults(...rules: FaultRule[]): void
  /** Hosts whose certificate is not trusted. */
  setBroken(hosts: readonly string[]): void
  setNames(names: NetworkState['names']): Promise<void>
  /** Moves the clock of the service. */
  advance(ms: number): Promise<void>
  /** Log lines of errors: bugs of ours. */
  errors(): readonly string[]
  /** Views of which a request was sent again: it was not answered, or not in time. */
  readonly sentAgain: string[]
  stop(): Promise<void>
}

/** Starts both; everything is at rest at first. */
export async function startWorld({ good, bad }: Certificates, seed: number): Promise<World> {
  const broken = new Set<string>()
  const [trusted, untrusted] = [createSecureContext(good), createSecureContext(bad)]
  const SNICallback = (name: string, done: (error: null, context: typeof trusted) => void) =>
    done(null, broken.has(name) ? untrusted : trusted)
  const standin = await startStandin({ host: publicAddress, seed, tls: { ...good, SNICallback } })
  const folder = mkdtempSync(join(tmpdir(), 'trawl-faults-'))
  const files = { ca: join(folder, 'ca.pem'), lists: join(folder, 'lists.yaml') }
  writeFileSync(files.ca, good.cert)
  writeFileSync(files.lists, sourcesFile)
  const env = {
    ...settings,
    ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info', RATE_LIMITS: 'off' },
    ...{ SOURCES_FILE: files.lists, UPSTREAM_PRIVATE: `${publicAddress}/32` },
    ...{ NODE_EXTRA_CA_CERTS: files.ca, FAULTS_PORT: new URL(standin.url).port, PATH: process.env.PATH ?? '' },
  }
  const words = ['--import', join(import.meta.dirname, 'network.ts'), join(root, 'src/main.ts')]
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output = collect(child)
  const url = await output.address
  const network = createNetwork(child)
  return {
    url,
    setFaults: standin.setFaults,
    setBroken(hosts) {
      broken.clear()
      for (const host of hosts) broken.add(host)
    },
    ...network,
    sentAgain: [],
    errors: () => output.lines.filter((line) => /^\{"level":[56]0/.test(line)),
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await standin.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createNetwork(child: ChildProcess): Pick<World, 'setNames' | 'advance'> {
  const world: { state: NetworkState } = { state: { names: {}, aheadMs: 0 } }
  const send = async (change: Partial<NetworkState>) => {
    world.state = { ...world.state, ...change }
    const taken = once(child, 'message')
    child.send(world.state)
    await taken
  }
  return {
    setNames: (names) => send({ names }),
    advance: (ms) => send({ aheadMs: world.state.aheadMs + ms }),
  }
}

/** The lines that a process prints, and the address that it says it listens on. */
function collect(child: ChildProcess) {
  const lines: string[] = []
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line !== ''))
      const address = /listens on (http:\/\/[\d.]+:\d+)/.exec(text)?.[1]
      if (address !== undefined) listening.resolve(address)
    })
  }
  child.once('exit', (code) => listening.reject(new Error(`the service ended with ${code}:\n${lines.join('\n')}`)))
  return { lines, address: waitReady(child, listening.promise) }
}

/** `ready` is the last message that the service sends by itself. */
async function waitReady(child: ChildProcess, address: Promise<string>): Promise<string> {
  const ready = once(child, 'message')
  const url = await address
  await ready
  return url
}

/** So far ahead that no answer is kept any more. */
export const longMs = 49 * hour
