// Hacker News: the front page (upstreams/hot/hackernews.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { pageRows } from '../../parsing/page-rows.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'

export default defineFamily({
  name: 'Hacker News',
  home: 'https://news.ycombinator.com/',
  column: 'tech',
  color: '#ff6600',
  needs: 'a network outside mainland China',
  lists: { hackernews: { type: 'hottest', interval: 600, ask: (io) => io.firstOf([frontPage, topStories]) } },
})

async function frontPage(io: Io): Promise<HotItem[]> {
  // The row after a story has its metadata.
  const table = await pageRows(io, 'https://news.ycombinator.com', 'tr.athing, tr.athing + tr')
  return table.flatMap((row, place) => {
    const id = row.attribute('id')
    const info = table[place + 1]?.text('.score')
    return id === undefined ? [] : { id, title: row.text('.titleline a'), url: talk(id), hot: amountOf(info), info }
  })
}

const api = 'https://hacker-news.firebaseio.com/v0'
const mostStories = 30

const ids = lenientArray(z.int())
/** A deleted story is null or has no title. */
const texts = { type: maybeText, title: maybeText }
const story = z.object({ id: z.number(), ...texts, score: maybeNumber, time: maybeNumber }).nullable()

async function topStories(io: Io): Promise<HotItem[]> {
  const top = await io.json(`${api}/topstories.json`, ids, { headers: dataHeaders })
  const stories = await io.some(
    top.slice(0, mostStories).map((id) => io.json(`${api}/item/${id}.json`, story, { headers: dataHeaders })),
  )
  return stories.flatMap((told) => {
    if (!told) return []
    const { id, type, title, score, time } = told
    // Job offers have no score on the page either.
    const hot = type === 'job' ? undefined : (score ?? undefined)
    return { id, title, url: talk(id), pubDate: unixTime(time), hot, info: hot === undefined ? hot : `${hot} points` }
  })
}

function talk(id: string | number): string {
  return `https://news.ycombinator.com/item?id=${id}`
}
