// Plays quark as the check of its shares sees it.
import type { Player } from '../answer.ts'
import { createSharePage } from './share-page.ts'

/** Plays drive-h.quark.cn and its other names. */
export function createQuark(seed: number): Player {
  return createSharePage({ cloud: 'quark', pr: 'ucpro', seed })
}
