// A network namespace for one process of a test, with two links to this machine, one of which can be cut. Needs Linux and root.
import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { systemPath } from '../deploy/system-path.ts'
import type { Place } from './fleet.ts'

export interface OwnNetwork {
  /** Where the process runs, and its address on the link that stays up. */
  readonly place: Place
  /** This machine's addresses as seen by the process, by link. */
  readonly staying: string
  readonly cuttable: string
  /** Takes the carrier from the second link: packets are lost without an error. */
  cut(): void
  heal(): void
}

/** Whether this process may create network namespaces. */
export function mayMakeNetworks(): boolean {
  const name = `trawl-try-${process.pid}`
  if (!isDone('netns', 'add', name)) return false
  const mayCable = isDone('link', 'add', `${cableName('t')}h`, 'type', 'veth', 'peer', 'name', `${cableName('t')}n`)
  isDone('link', 'del', `${cableName('t')}h`)
  isDone('netns', 'del', name)
  return mayCable
}

/** Creates a namespace and removes it after the test. @throws when `ip` fails. */
export function makeNetwork(): OwnNetwork {
  const name = `trawl-${process.pid}`
  // An address block that is unlikely to be in use here, with two networks of two addresses.
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

/**
 * Creates a link between this machine and the namespace and returns the addresses of its ends. It is removed with the
 * namespace.
 */
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

/** Device names have at most 15 characters. */
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
