// Plays quark as the check of its shares sees it.
import type { UpstreamHandler } from '../mock-response.ts'
import { createSharePage } from './share-page-api.ts'

/** Plays drive-h.quark.cn and its other names. */
export function createQuark(seed: number): UpstreamHandler {
  return createSharePage({ cloud: 'quark', pr: 'ucpro', seed })
}
