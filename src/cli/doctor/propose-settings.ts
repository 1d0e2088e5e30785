// Proposes settings that take out the sources that are gone.
import type { Config } from '../../config/schema.ts'
import { maxSilenceMs } from '../../upstream/stats/sleep.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { ProbeTarget } from './sources.ts'
import type { SourceState } from './states.ts'

type ExcludingSettings = Pick<Config, 'CHANNELS' | 'DISABLED_PLUGINS' | 'DISABLED_SOURCES'>

/** States of a source that did not answer. */
const silentStates: ReadonlySet<SourceState> = new Set(['dead', 'unasked'])

/**
 * Lines for `.env` that exclude the enabled sources that are gone or silent, and what the settings exclude already. None if no
 * source answered: then the network of this machine is the problem.
 */
export function proposeSettings(
  findings: readonly Diagnosis[],
  targets: readonly Pick<ProbeTarget, 'id' | 'isOn'>[],
  current: ExcludingSettings,
  now: number,
): string[] {
  if (findings.every(({ state }) => silentStates.has(state))) return []
  const on = new Set(targets.flatMap(({ id, isOn }) => (isOn ? [id] : [])))
  const gone = findings.filter((finding) => (isGone(finding) || isSilent(finding, now)) && on.has(finding.name))
  const namesOf = (wanted: Diagnosis['kind']) =>
    gone.flatMap(({ kind, name }) => (kind === wanted ? [name.replace(/^(?:tg|plugin):/, '')] : [])).toSorted()
  const [channels, plugins, lists] = [namesOf('channel'), namesOf('plugin'), namesOf('list')]
  return [
    ...setting('CHANNELS', excludeChannels(splitNames(current.CHANNELS), channels), channels),
    ...setting('DISABLED_PLUGINS', [...splitNames(current.DISABLED_PLUGINS), ...plugins], plugins),
    ...setting('DISABLED_SOURCES', [...splitNames(current.DISABLED_SOURCES), ...lists], lists),
  ]
}

/** A channel whose page has no post of the last ninety days. */
function isSilent({ activity }: Diagnosis, now: number): boolean {
  return activity !== undefined && now - Date.parse(activity.newestPost ?? new Date(0).toISOString()) >= maxSilenceMs
}

/** A time-out may mean a slow site. All channels share a host, so its failures say nothing of a channel. */
function isGone({ kind, state, failure }: Diagnosis): boolean {
  const isTimeout = failure?.kind === 'timeout' || failure?.detail.includes('(timeout: ')
  return state === 'gone' || (state === 'dead' && kind !== 'channel' && !isTimeout)
}

/** `CHANNELS` is a full list, or `+name,-name` relative to the built-in one. */
function excludeChannels(entries: readonly string[], gone: readonly string[]): string[] {
  const isGoneName = (name: string) => gone.some((one) => one.toLowerCase() === name.toLowerCase())
  const remaining = entries.filter((entry) => !isGoneName(entry.replace(/^\+?@?/, '')))
  const isFullList = entries.some((entry) => !/^[+-]/.test(entry))
  if (isFullList) return remaining
  const added = entries
    .filter((entry) => entry.startsWith('+'))
    .map((entry) => entry.replace(/^\+@?/, '').toLowerCase())
  return [...remaining, ...gone.filter((name) => !added.includes(name.toLowerCase())).map((name) => `-${name}`)]
}

function splitNames(text = ''): string[] {
  return text
    .split(/[,，\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** A setting cannot be empty: nothing is proposed if nothing would be left. */
function setting(name: string, value: readonly string[], gone: readonly string[]): string[] {
  return gone.length > 0 && value.length > 0 ? [`${name}=${value.join(',')}`] : []
}
