// Judges the first places of an answer by work: posts as sources have them, and the order that a reader marked.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { searchRequest, searchResponse } from '../../src/contract/search.ts'
import type { Work } from '../../src/contract/works.ts'
import { encodeAnswer } from '../../src/search/pipeline/answer.ts'
import { fresh, now, result, searchOver } from '../../test/kit/searching.ts'
import { mean } from './metrics.ts'

const set = new URL('../../fixtures/quality/first-five.json', import.meta.url)
const places = 5
const dayMs = 86_400_000

/** Addresses of a cloud by the number of a share. */
const clouds = {
  quark: (number: number) => `https://pan.quark.cn/s/${number.toString(16).padStart(12, '7a0c5e9d1b3f')}`,
  baidu: (number: number) => `https://pan.baidu.com/s/1${number.toString().padStart(22, 'kWqZtRbNxMvYcLpHsGfDjA')}`,
  xunlei: (number: number) =>
    `https://pan.xunlei.com/s/VN${number.toString().padStart(24, 'kWqZtRbNxMvYcLpHsGfDjAeUo')}`,
}

const searches = z.array(
  z.strictObject({
    kw: z.string().min(1),
    /** The cards of the first places, in the reader's order. */
    first: z.array(z.string()).min(1).max(places),
    posts: z.array(
      z.strictObject({
        /** What the post is about. */
        card: z.string(),
        channel: z.enum(['a', 'b', 'c']),
        /** The age of the post. */
        days: z.number(),
        clouds: z.array(z.enum(['quark', 'baidu', 'xunlei'])).min(1),
        text: z.string().min(1),
      }),
    ),
  }),
)
type Search = z.output<typeof searches>[number]

/** What the first places of an answer are worth. */
interface Places {
  readonly kw: string
  /** Of the places that the reader filled, those that have the same card. */
  readonly right: number
  readonly wanted: number
  /** Whether the first place has the right card. */
  readonly isFirstRight: boolean
  /** nDCG@5 with gain 5 for the first wanted card to 1 for the fifth; a second work of a card gains nothing. */
  readonly ndcg: number
  /** Cards with several works, and works with links of several cards. */
  readonly split: number
  readonly mixed: number
}

/** All searches. @throws when the file is malformed. */
export function readFirstFive(): readonly Search[] {
  return searches.parse(JSON.parse(readFileSync(set, 'utf8')))
}

export function placesOf({ kw, first, posts }: Search, answered: readonly (readonly string[])[]): Places {
  const cards = answered.map(mostOf)
  const gains = cards.map((card, at) =>
    cards.indexOf(card) === at && first.includes(card) ? places - first.indexOf(card) : 0,
  )
  return {
    kw,
    right: first.filter((card, at) => cards[at] === card).length,
    wanted: first.length,
    isFirstRight: cards[0] === first[0],
    ndcg: gainOf(gains) / gainOf(first.map((_, at) => places - at)),
    split: [...new Set(posts.map(({ card }) => card))].filter((card) => cards.indexOf(card) !== cards.lastIndexOf(card))
      .length,
    mixed: answered.filter((links) => new Set(links).size > 1).length,
  }
}

function mostOf(cards: readonly string[]): string {
  const counted = [...Map.groupBy(cards, (card) => card)].toSorted(([, a], [, b]) => b.length - a.length)
  return counted[0]?.[0] ?? ''
}

function gainOf(gains: readonly number[]): number {
  return gains.slice(0, places).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
}

/** Asks for the keyword over three channels that have the posts; by work, the cards of its links. */
export async function answeredCards({ kw, posts }: Search): Promise<string[][]> {
  const cards = new Map<string, string>()
  const postsOf = (channel: string) =>
    posts.flatMap((post, at) => {
      if (post.channel !== channel) return []
      const urls = post.clouds.map((cloud) => clouds[cloud](at))
      for (const url of urls) cards.set(url, post.card)
      return [
        result(`tg:${channel}`, [post.text, ...urls].join('\n'), {
          id: `${at}`,
          at: new Date(now - post.days * dayMs),
        }),
      ]
    })
  const outcomes = Object.fromEntries(
    ['a', 'b', 'c'].map((channel) => [`tg:${channel}`, { ...fresh(...postsOf(channel)), tookMs: 1 }]),
  )
  const { body } = await searchOver(outcomes, {}).answer(
    searchRequest.parse({ kw, res: 'works' }),
    new AbortController().signal,
  )
  const { data } = searchResponse.parse(JSON.parse(new TextDecoder().decode(encodeAnswer(body))))
  if (!('works' in data)) throw new Error('the answer is not by work')
  return data.works.map((work: Work) => work.links.map(({ url }) => cards.get(url) ?? url))
}

/** Prints how many first places are as the reader wants them. */
export async function printFirstFive(): Promise<void> {
  const judged: Places[] = []
  for (const search of readFirstFive()) judged.push(placesOf(search, await answeredCards(search)))
  const sum = (of: (places: Places) => number) => judged.reduce((total, places) => total + of(places), 0)
  const worst = judged.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, places)
  console.info(`\nFirst five places: ${judged.length} searches by work, marked by hand`)
  console.info(`  places right   ${sum(({ right }) => right)} of ${sum(({ wanted }) => wanted)}`)
  console.info(`  first right    ${sum(({ isFirstRight }) => Number(isFirstRight))} of ${judged.length}`)
  console.info(`  nDCG@5         mean ${mean(judged.map(({ ndcg }) => ndcg)).toFixed(3)}`)
  console.info(`  cards split    ${sum(({ split }) => split)}; works of several cards ${sum(({ mixed }) => mixed)}`)
  console.info(`  worst          ${worst.map(({ kw, ndcg }) => `${kw} ${ndcg.toFixed(3)}`).join(' · ')}`)
}
