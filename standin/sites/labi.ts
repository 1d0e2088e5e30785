// Mock of labi (labi.md): a film site with Quark links only, on two hosts.

import type { SiteProfile } from '../corpus/listings.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { createMaccms } from './maccms.ts'

/** Quark links; access codes are rare and only inside the URL. */
export const labiTaste: SiteProfile = {
  types: ['quark'],
  has: 0.4,
  codes: 'inside',
  most: 2,
  spelled: /^https?:\/\/pan\.quark\.cn\/s\/\w+/,
  bare: 0.04,
}

/** Mock of xiaocge.fun and duopan.fun. */
export function createLabi(seed: number, now: Date): UpstreamHandler {
  const site = { name: 'labi', title: '蜡笔演示站', firstId: 90_000, picture: 'detail', poster: 'box' } as const
  return createMaccms({ ...site, taste: labiTaste }, seed, now)
}
