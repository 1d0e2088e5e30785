// Plays xunlei as the check of its shares sees it.
import type { UpstreamHandler } from '../answer.ts'
import { createDrive } from './drive.ts'

/** Plays api-pan.xunlei.com. */
export function createXunlei(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'xunlei', path: '/drive/v1/share', seed })
}
