// Response helpers that the cloud mocks share.

import { htmlPage } from '../error-pages.ts'
import type { MockResponse } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** A JSON response. */
export function jsonReply(value: object, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** An HTML page in place of JSON; it gives no state of any share. */
export function garbagePage(): MockResponse {
  return htmlPage('<!DOCTYPE html><html><head><title>网盘</title></head><body><div id="app"></div></body></html>\n')
}

/** Invented file name for a share. */
export function shareName(code: string): string {
  const chance = createSeededRandom('share name', code)
  const name = chance.pick(['纸鹤与灯塔', '青石巷的雨', '星河邮差', '北岸来信', '旧日唱片行'])
  return `${name}（${chance.whole(2019, 2026)}）`
}

/** The fields of a JSON body; an empty map when the body is not a JSON object. */
export function sentFields(body: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  } catch {
    return new Map()
  }
}
