// Mock of the pikpak share API.
import type { UpstreamHandler } from '../mock-response.ts'
import { createDrive } from './drive-api.ts'

/** Mock of api-drive.mypikpak.com. */
export function createPikpak(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'pikpak', path: '/drive/v1/share', seed })
}
