// Searches the Internet Archive for items that are free to share (upstreams/search/internet-archive.md).
import { z } from 'zod'
import { richText } from '../../parsing/rich-text.ts'
import { agentName, siteUrl, wholeNumber, wordList } from '../../parsing/source-settings.ts'
import { distinct, sizeText, truncate } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList, englishTitle, magnetOf } from '../plugin-parsing.ts'

/**
 * Collections that contain only free items: works of the US government, works out of copyright, works released by their authors. From
 * general knowledge, except `nasa`, which is in the recorded reply.
 */
const publicCollections = ['nasa', 'prelinger', 'librivoxaudio', 'gutenberg']

const identifier = /^[\w.-]{1,150}$/

const settings = z.object({
  base_url: siteUrl('https://archive.org'),
  rows: wholeNumber(1, 100, 50).describe('items per search'),
  collections: wordList(publicCollections)
    .refine(
      (names) => names.every((name) => identifier.test(name)),
      'must be the identifiers of collections, separated by commas',
    )
    .describe('collections to search'),
  user_agent: agentName(),
})
type InternetArchiveSettings = z.output<typeof settings>

/** Maximum descriptions and rights statements of an item; each is parsed as HTML. */
const maxTexts = 20
const maxNames = 1_000

const texts = listOf(maxTexts)
const names = listOf(maxNames)

/** A field with one value or several; the first `maxValues` values are kept. */
function listOf(maxValues: number) {
  return z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number(), z.null()]))])
    .nullish()
    .transform((value) =>
      [value ?? []]
        .flat()
        .slice(0, maxValues)
        .flatMap((one) => (one === null ? [] : [String(one)])),
    )
}

const item = z.object({
  identifier: z.string(),
  title: texts,
  description: texts,
  creator: texts,
  subject: names,
  collection: names,
  mediatype: texts,
  btih: texts,
  item_size: texts,
  publicdate: texts,
  licenseurl: texts,
  rights: texts,
  'possible-copyright-status': texts,
})
const reply = z.object({ response: z.object({ numFound: z.number(), docs: z.array(item).max(1_000) }) })
type ArchiveItem = z.output<typeof item>

/** Answers take seconds and change slowly, and the archive asks clients to limit their requests. */
const freshMs = 60 * 60_000

export default {
  home: 'https://archive.org/',
  // Up to 50 items a search, with links that no other source has.
  value: 'many',
  limits: { parallel: 2, attempts: 2, freshMs },
  reads: ['title_en'],
  settings,
  async ask(asked, io, set) {
    const words = wordsIn(englishTitle(asked))
    // A keyword of only punctuation cannot be searched.
    if (words.length === 0) return []
    const query = new URLSearchParams({
      q: queryOf(words, set.collections),
      'fl[]': Object.keys(item.shape).join(','),
      'sort[]': 'downloads desc',
      rows: String(set.rows),
      page: '1',
      output: 'json',
    })
    const { response } = await io.json(`${set.base_url}/advancedsearch.php?${query}`, reply, {
      headers: { 'user-agent': set.user_agent, accept: 'application/json' },
    })
    return response.docs.slice(0, set.rows).flatMap((item) => postOf(item, set) ?? [])
  },
} satisfies Plugin<InternetArchiveSettings>

/** Removes the operators of the query language; lower case disables `AND`, `OR` and `NOT`. */
function wordsIn(text: string): string[] {
  return text
    .split(/[\s+\-&|!(){}[\]^"~*?:\\/<>=]+/)
    .filter((word) => word !== '')
    .map((word) => (/^(?:AND|OR|NOT|TO)$/.test(word) ? word.toLowerCase() : word))
}

function queryOf(words: readonly string[], collections: readonly string[]): string {
  const held = words.map((word) => `(title:(${word}) OR subject:(${word}))`)
  const free = [
    'licenseurl:*creativecommons*',
    'possible-copyright-status:(NOT_IN_COPYRIGHT OR "public domain")',
    'rights:"public domain"',
    ...(collections.length > 0 ? [`collection:(${collections.join(' OR ')})`] : []),
  ]
  return [...held, `(${free.join(' OR ')})`, '-mediatype:(collection OR account)'].join(' AND ')
}

/** Whether an item may be returned: it has a free licence or is in a public collection. */
function isShareable(item: ArchiveItem, freedom: string | undefined, collections: readonly string[]): boolean {
  if (!identifier.test(item.identifier) || item.mediatype.some((type) => type === 'collection' || type === 'account'))
    return false
  return freedom !== undefined || item.collection.some((name) => collections.includes(name))
}

/** The statement that makes the item free to share, as claimed by its uploader. */
function freedomOf(item: ArchiveItem): string | undefined {
  const licence = item.licenseurl.find((url) =>
    /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//i.test(url),
  )
  return licence ?? [...item['possible-copyright-status'], ...item.rights].map(plain).find(saysPublic)
}

function saysPublic(words: string): boolean {
  if (/\b(?:not|never|no longer|isn't)\b[^.;]{0,40}\bpublic[ _-]domain\b/i.test(words)) return false
  return /\bpublic[ _-]domain\b|\bNOT_IN_COPYRIGHT\b/i.test(words)
}

/** The post of an item; none if it is not free to share. */
function postOf(item: ArchiveItem, { base_url, collections }: InternetArchiveSettings): GivenPost | undefined {
  const { identifier: id } = item
  const freedom = freedomOf(item)
  if (!isShareable(item, freedom, collections)) return undefined
  const title = item.title.find((one) => one.trim() !== '') ?? id
  const hash = item.btih.find((one) => /^[\da-f]{40}$/i.test(one))
  const at = zonedTime(item.publicdate[0])
  const subjects = subjectsOf(item)
  const magnet = hash === undefined ? [] : [{ href: magnetOf(hash, title, trackers) }]
  return {
    id,
    title,
    text: textOf(item, freedom),
    anchors: anchorList([...magnet, { href: `${base_url}/details/${id}`, cloud: '' }]),
    at,
    tags: [...subjects, ...item.mediatype].slice(0, maxTags),
    images: [`${base_url}/services/img/${id}`],
    aside: [...item.creator, ...subjects.slice(maxTags)].join('\n'),
  }
}

const trackers = ['http://bt1.archive.org:6969/announce', 'http://bt2.archive.org:6969/announce']
const maxTags = 40
const longestText = 2_000

/** Splits values that contain several subjects. */
function subjectsOf({ subject }: ArchiveItem): string[] {
  return distinct(subject.flatMap((one) => one.split(';', maxNames)).map((one) => one.trim()))
}

function textOf(item: ArchiveItem, freedom: string | undefined): string {
  const size = Number(item.item_size[0] ?? 0)
  return [
    truncate(item.description.map(plain).join('\n'), longestText),
    ...(size > 0 ? [`Size: ${sizeText(size)}`] : []),
    ...(freedom === undefined ? [] : [`Licence: ${truncate(freedom, 200)}`]),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function plain(html: string): string {
  return richText(html).text
}
