// A network of its own for one process of a test, with two cables to this machine, one of which can be cut. Linux only, and root only.
import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { systemPath } from '../deploy/system-path.ts'
import type { Place } from './fleet.ts'

export interface OwnNetwork {
  /** Where the process runs, and by which address this machine asks it: over the cable that stays. */
  readonly place: Place
  /** This machine's addresses as seen by the process, by cable. */
  readonly staying: string
  readonly cuttable: string
  /** Takes the carrier from that cable: what is sent on it is lost, and nobody is told. */
  cut(): void
  heal(): void
}

/** May this process make networks here? */
export function mayMakeNetworks(): boolean {
  const name = `trawl-try-${process.pid}`
  if (!isDone('netns', 'add', name)) return false
  const mayCable = isDone('link', 'add', `${cableName('t')}h`, 'type', 'veth', 'peer', 'name', `${cableName('t')}n`)
  isDone('link', 'del', `${cableName('t')}h`)
  isDone('netns', 'del', name)
  return mayCable
}

/** Makes one; it is gone after the test. @throws when `ip` fails. */
export function makeNetwork(): OwnNetwork {
  const name = `trawl-${process.pid}`
  // A block that nobody is likely to have here, and two networks of two addresses in it.
  const block = `10.213.${process.pid % 256}`
  ip('netns', 'add', name)
  onTestFinished(() => {
    ip('netns', 'del', name)
  })
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const staying = layCable(name, 's', block, 0)
  const cuttable = layCable(name, 'c', block, 4)
  return {
    place: { host: staying.theirs, before: ['ip', 'netns', 'exec', name] },
    staying: staying.ours,
    cuttable: cuttable.ours,
    cut: () => ip('link', 'set', cuttable.device, 'down'),
    heal: () => ip('link', 'set', cuttable.device, 'up'),
  }
}

/** A cable between this machine and the network, and the addresses of its ends. It goes with the network. */
function layCable(network: string, letter: string, block: string, first: number) {
  const [device, far] = [`${cableName(letter)}h`, `${cableName(letter)}n`]
  const [ours, theirs] = [`${block}.${first + 1}`, `${block}.${first + 2}`]
  ip('link', 'add', device, 'type', 'veth', 'peer', 'name', far)
  ip('link', 'set', far, 'netns', network)
  ip('addr', 'add', `${ours}/30`, 'dev', device)
  ip('link', 'set', device, 'up')
  ip('-n', network, 'addr', 'add', `${theirs}/30`, 'dev', far)
  ip('-n', network, 'link', 'set', far, 'up')
  return { device, ours, theirs }
}

/** Names of devices have 15 letters at the most. */
function cableName(letter: string): string {
  return `tr${process.pid}${letter}`
}

function isDone(...words: readonly string[]): boolean {
  return spawnSync('ip', words, { stdio: 'ignore', env: withSystemPath() }).status === 0
}

function ip(...words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', words, { encoding: 'utf8', env: withSystemPath() })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${error?.message ?? stderr}`)
}

function withSystemPath(): NodeJS.ProcessEnv {
  return { PATH: systemPath }
}
