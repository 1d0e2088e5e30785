// Pictures, by the settings: whose are fetched, and in which memory they are kept.
import type { Bans } from '../bans/bans.ts'
import type { Load } from '../http/load.ts'
import { createPictures, type Picture, type Pictures } from '../pictures/pictures.ts'
import type { Budget } from '../store/budget.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Settings } from './settings.ts'

interface OpenParts {
  readonly budget: Budget
  readonly upstream: Pick<Upstream, 'download'>
  readonly load: Pick<Load, 'takeRoom'>
  readonly bans: Bans
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** What fetches them; undefined where they are turned off. */
export function openPictures(
  { pictureHosts: hosts }: Pick<Settings, 'pictureHosts'>,
  { budget, upstream, load, ...parts }: OpenParts,
): Pictures | undefined {
  return (
    hosts && createPictures({ ...parts, hosts, download: upstream.download, shelf: budget.hold<Picture>(), room: load })
  )
}
