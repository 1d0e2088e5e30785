// The activity of channels.
import { expect, it } from 'vitest'
import { channelActivity } from './diagnosis.ts'

const day = 24 * 60 * 60_000
const now = Date.UTC(2026, 10, 20)

function post(ageDays: number, text: string) {
  return { id: String(ageDays), text, anchors: [], tags: [], images: [], aside: '', at: new Date(now - ageDays * day) }
}

it('counts the links of posts of the last 30 days, and names the newest post of all', () => {
  const posts = [
    post(40, '旧帖 https://pan.quark.cn/s/0a1b2c3d4e5f'),
    post(29, '纸鹤 https://pan.quark.cn/s/0a1b2c3d4e50 https://pan.quark.cn/s/0a1b2c3d4e51'),
    post(3, '没有链接'),
  ]
  expect(channelActivity('tg:one', posts, now)).toEqual({ newestPost: '2026-11-17T00:00:00.000Z', links30Days: 2 })
  expect(channelActivity('tg:one', [], now)).toEqual({ links30Days: 0 })
})
