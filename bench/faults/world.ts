// The real service as a process in a network of its own, and the stand-in that plays all of it.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { FaultRule } from '../../standin/faults.ts'
import { startStandin } from '../../standin/server.ts'
import { type Certificate, makeCertificate } from '../../test/kit/scripted-server.ts'
import { startAsking } from '../processes.ts'
import { kinds, settings, sourcesFile, wellHosts } from './kinds.ts'
import { type NetworkState, publicAddress } from './network.ts'

const hour = 60 * 60_000

/** A certificate that the service trusts, and one that it does not. */
export interface Certificates {
  readonly good: Certificate
  readonly bad: Certificate
}

export function makeCertificates(): Certificates {
  const names = [...kinds.map(({ host }) => host), ...wellHosts, '*.quark.cn', '*.uc.cn']
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
    ...{ ...settings, RATE_LIMITS: 'off', SOURCES_FILE: files.lists, UPSTREAM_PRIVATE: `${publicAddress}/32` },
    ...{ NODE_EXTRA_CA_CERTS: files.ca, FAULTS_PORT: new URL(standin.url).port },
  }
  const service = await startAsking('', env, ['--import', 'bench/faults/network.ts'])
  return {
    url: service.url,
    setFaults: standin.setFaults,
    setBroken(hosts) {
      broken.clear()
      for (const host of hosts) broken.add(host)
    },
    ...createNetwork(service.child),
    sentAgain: [],
    errors: () => service.errors,
    async stop() {
      await service.stop()
      await standin.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createNetwork(child: ChildProcess): Pick<World, 'setNames' | 'advance'> {
  const world: { state: NetworkState } = { state: { names: {}, aheadMs: 0 } }
  const send = async (change: Partial<NetworkState>) => {
    world.state = { ...world.state, ...change }
    child.send(world.state)
    // The service sends messages of its own, such as that it is ready.
    while ((await once(child, 'message'))[0] !== 'taken');
  }
  return {
    setNames: (names) => send({ names }),
    advance: (ms) => send({ aheadMs: world.state.aheadMs + ms }),
  }
}

/** So far ahead that no answer is cached any more. */
export const longMs = 49 * hour
