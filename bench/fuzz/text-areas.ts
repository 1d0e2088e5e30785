// Fuzzing of texts: share addresses, posts, titles of works, and headlines for stories.
import { basename, join } from 'node:path'
import { atOnce } from '../../src/async/pieces.ts'
import { cloudTypes } from '../../src/contract/cloud-types.ts'
import { storableItems } from '../../src/hotlist/sanitize-items.ts'
import { joinStories } from '../../src/hotlist/stories/join-stories.ts'
import { recognise } from '../../src/search/clouds/recognise.ts'
import { findLinks } from '../../src/search/links/find-links.ts'
import { clipTitle } from '../../src/search/posts/title-line.ts'
import { titleOf, workTitles } from '../../src/search/posts/titles.ts'
import { attributesOf } from '../../src/search/works/attributes.ts'
import { describeWork } from '../../src/search/works/describe-work.ts'
import { groupWorks } from '../../src/search/works/group-works.ts'
import { createRecogniser, searchedName } from '../../src/search/works/recognise.ts'
import { UpstreamError } from '../../src/upstream/errors.ts'
import { createCorpus } from '../../standin/corpus/corpus.ts'
import { spellingsOf } from '../../standin/corpus/link-formats.ts'
import { createShare } from '../../standin/corpus/shares.ts'
import { createSeededRandom } from '../../standin/seeded-random.ts'
import { readMoments } from '../stories/moments.ts'
import { furtherSets, readMarkedTitles } from '../works/predictions.ts'
import { type Area, attempt, type Reading, type Sample } from './area.ts'
import { expectLinksIn } from './expect-links.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const seed = 1

function readPost(text: string): Reading {
  const links = findLinks(text, [])
  const works = workTitles(text, links)
  titleOf({ id: '1', text, anchors: [], tags: [], images: [], aside: '' })
  const single = recognise(text)
  const shares = [...links.map(({ share }) => share), ...(single ? [single] : [])]
  const check = () => {
    expectLinksIn(text, shares)
    if (works.length > links.length) throw new Error('more works than links')
    for (const { start, end } of links)
      if (!(start >= 0 && start <= end && end <= text.length))
        throw new Error(`a link outside its text: ${start} to ${end}`)
  }
  return { isAccepted: shares.length > 0, check }
}

/** Every spelling of shares of every cloud, and invented posts. */
function cloudSamples(): Sample[] {
  const shares = cloudTypes.flatMap((type) =>
    Array.from({ length: 4 }, (_, at) => createShare(type, '纸鹤', createSeededRandom(seed, type, String(at)))),
  )
  const addresses = shares.flatMap((share) => spellingsOf(share).map(({ url }) => url))
  const { postsOf } = createCorpus(seed)
  const posts = ['demo_share', 'demo_two', 'demo_three'].flatMap((channel) => postsOf(channel).map(({ text }) => text))
  return [...addresses, ...posts].map((text, at) => ({ name: `text ${at}`, text, read: readPost }))
}

/** More than a search shows of one post; titles are as short as posts make them. */
const maxTitles = 200

/** One title per line; what was searched for is the first line. */
function readTitles(text: string): Reading {
  const [kw = '', ...lines] = text.split('\n', maxTitles).map(clipTitle)
  const searched = searchedName(kw)
  const titles = lines.map(createRecogniser(searched))
  const { keys } = groupWorks(titles, searched)
  const byKey = Map.groupBy(titles, (title) => keys.get(title))
  const works = [...byKey].map(([key, all]) => ({
    key,
    work: describeWork(key ?? '', all),
    attributes: all.map((one) => attributesOf(one)),
  }))
  const check = () => {
    const nameless = works.find(({ key }) => key === undefined)
    if (nameless) throw new Error('a title of no work')
    for (const { start, end } of titles.flatMap(({ marks }) => marks))
      if (!(start >= 0 && start < end)) throw new Error('an empty mark')
  }
  return { isAccepted: works.length > 0, check }
}

function titleSamples(): Sample[] {
  const all = join(fixtures, 'works')
  return [all, ...furtherSets(all)].flatMap((folder) =>
    readMarkedTitles(folder).flatMap(({ q, items }) =>
      Array.from({ length: Math.ceil(items.length / 8) }, (_, at) => ({
        name: `${basename(folder)}/${q} ${at}`,
        text: [q, ...items.slice(at * 8, at * 8 + 8).map(({ title }) => title.replaceAll('\n', ' '))].join('\n'),
        read: readTitles,
      })),
    ),
  )
}

/** As many lists as the service joins without a pause. */
const maxLists = 16

/** One list per paragraph, one headline per line; lists are as short as the service stores them. */
function readHeadlines(text: string): Reading {
  const lists = text.split('\n\n', maxLists).flatMap((paragraph, list) => {
    const titles = paragraph.split('\n', maxTitles).filter((title) => title.trim() !== '')
    const given = titles.map((title, rank) => ({ id: String(rank), title, url: `https://list-${list}.test/${rank}` }))
    const isNothing = (error: unknown) => error instanceof UpstreamError
    const { result = [] } = attempt(() => storableItems(given, true), isNothing)
    const source = `list-${list}`
    return result.length === 0 ? [] : [{ source, platform: source, at: 1_000_000 + list, items: result }]
  })
  const stories = atOnce(joinStories(lists, 2_000_000))
  const check = () => {
    const shown = stories.flatMap(({ items }) => items.map(({ source, id }) => `${source}/${id}`))
    if (new Set(shown).size < shown.length) throw new Error('a headline in two stories')
    if (new Set(stories.map(({ id }) => id)).size < stories.length) throw new Error('two stories of one id')
    for (const { items, platforms, score } of stories)
      if (items.length < 2 || platforms < 2 || !Number.isFinite(score)) throw new Error('a story of one platform')
  }
  return { isAccepted: stories.length > 0, check }
}

function storySamples(): Sample[] {
  return readMoments(join(fixtures, 'stories')).map(({ id, lists }) => ({
    name: id,
    text: lists
      .map(({ items }) =>
        items
          .slice(0, 12)
          .map(({ title }) => title)
          .join('\n'),
      )
      .join('\n\n'),
    read: readHeadlines,
  }))
}

const addressPieces =
  'https：// ht\u200btps:// pan.baidu.com/s/1 cloud.189.cn/t/ ?pwd= 提取码： 访问码 ed2k://|file| %3A%2F%2F 解压密码:'.split(
    ' ',
  )
const titlePieces = '第二季 S01E02 2160p 全36集 【 】 《 》 (2019) HDR 国语中字 更新至 . _ 年 部'.split(' ')

export const textAreas: readonly Area[] = [
  { name: 'clouds', percent: 14, pieces: addressPieces, samples: async () => cloudSamples() },
  { name: 'works', percent: 8, pieces: titlePieces, samples: async () => titleSamples() },
  { name: 'stories', percent: 4, pieces: ['\n', '\n\n', ...titlePieces], samples: async () => storySamples() },
]
