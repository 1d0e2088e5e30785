// Mock of the xunlei share API.
import type { UpstreamHandler } from '../mock-response.ts'
import { createDrive } from './drive-api.ts'

/** Mock of api-pan.xunlei.com. */
export function createXunlei(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'xunlei', path: '/drive/v1/share', seed })
}
