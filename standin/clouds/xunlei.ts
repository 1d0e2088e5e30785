// Plays xunlei as the check of its shares sees it.
import type { Player } from '../answer.ts'
import { createDrive } from './drive.ts'

/** Plays api-pan.xunlei.com. */
export function createXunlei(seed: number): Player {
  return createDrive({ cloud: 'xunlei', path: '/drive/v1/share', seed })
}
