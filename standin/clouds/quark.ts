// Mock of the quark share API.
import type { UpstreamHandler } from '../mock-response.ts'
import { createSharePage } from './share-page-api.ts'

/** Mock of drive-h.quark.cn and its aliases. */
export function createQuark(seed: number): UpstreamHandler {
  return createSharePage({ cloud: 'quark', pr: 'ucpro', seed })
}
