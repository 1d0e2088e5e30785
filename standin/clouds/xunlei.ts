// Plays xunlei as the check of its shares sees it.
import type { UpstreamHandler } from '../mock-response.ts'
import { createDrive } from './drive-api.ts'

/** Plays api-pan.xunlei.com. */
export function createXunlei(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'xunlei', path: '/drive/v1/share', seed })
}
