// Plays pikpak as the check of its shares sees it.
import type { UpstreamHandler } from '../mock-response.ts'
import { createDrive } from './drive-api.ts'

/** Plays api-drive.mypikpak.com. */
export function createPikpak(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'pikpak', path: '/drive/v1/share/detail', seed })
}
