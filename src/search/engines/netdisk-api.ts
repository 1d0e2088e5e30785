// Engine netdisk-api: sites with the API `/search/disk` (upstreams/search/plugins-2026-11/netdisk-api.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { richText } from '../../parsing/rich-text.ts'
import { hashOf, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import type { GivenPost } from '../plugin.ts'
import { anchorList, isSameShare, mayBeShare, titleHasKeyword } from '../plugin-parsing.ts'

const options = z.object({
  /** The path of the API. */
  path: z
    .string()
    .regex(/^\/\S*$/, 'must be a path like /v1/search/disk')
    .default('/v1/search/disk'),
  /** `full`; `short`: only keyword and page; `either`: the body of older versions after a refusal of the full one. */
  body: z.enum(['full', 'short', 'either'], 'must be one of full, short, either').default('full'),
  /** Rows of a page; some sites fall back to ten for more than they allow. */
  size: z.coerce.number('must be a number').int().min(1).max(50, 'must be at most 50').default(30),
  /** Seconds between two requests, for a site that asks for it. */
  every: z.coerce.number('must be a number').int().min(1).max(60, 'must be at most 60').optional(),
})
type Options = z.output<typeof options>

export default {
  options,
  pages: 1,
  async ask({ kw }, io, site) {
    const pages = Array.from({ length: site.pages }, (_, index) => askPage(kw, index + 1, io, site))
    const items = (await io.some(pages)).flat()
    // A hit may be in the names of the files only.
    return netdiskPosts(
      items.filter(({ disk_name, files }) => titleHasKeyword(titleText(`${disk_name}\n${files}`), kw)),
    )
  },
} satisfies Engine<Options>

async function askPage(kw: string, page: number, io: Io, { base_url, options }: Site<Options>) {
  const headers = { ...dataHeaders, origin: base_url, referer: `${base_url}/search` }
  const { every } = options
  const init = { method: 'POST', headers, ...(every && { rate: { perMs: every * 1_000 } }) } as const
  const send = async (body: Record<string, unknown>) =>
    netdiskItems(await io.json(`${base_url}${options.path}`, netdiskReply, { ...init, body }))
  const least = { page, q: kw, size: options.size }
  if (options.body === 'short') return send(least)
  try {
    return await send({ ...least, ...olderFields, ...newerFields })
  } catch (error) {
    if (options.body === 'full' || !(error instanceof UpstreamError) || !/^answered with code/.test(error.message))
      throw error
    return send({ ...least, ...olderFields })
  }
}

const olderFields = {
  user: '',
  exact: false,
  format: [],
  share_time: '',
  type: '',
  exclude_user: [],
  adv_params: { wechat_pwd: '', platform: 'pc' },
}

/** Without the fields that state what the client is (`automated`, `fp_data`). */
const newerFields = {
  user_distinct: false,
  share_year: '',
  order: '',
  search_ticket: '',
  adv_params: { wechat_pwd: '', search_code: '', platform: 'pc' },
}

const words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((said) => String(said ?? ''))

const diskItem = z.object({
  disk_id: words,
  disk_name: z.string(),
  disk_pass: words,
  disk_type: words,
  files: words.transform((said) => richText(said, { keepsBreaks: true }).text),
  shared_time: words,
  link: z.string().nullable(),
  tags: z.array(z.string()).nullish(),
})

type NetdiskItem = z.output<typeof diskItem>

/** The envelope of a reply; `netdiskItems` decides whether it is an error. */
const netdiskReply = z.object({
  code: z.number(),
  msg: words,
  data: z.object({ total: z.number().nullish(), list: z.array(diskItem).nullish() }).nullish(),
})

/** More than the page size that is requested. */
const maxItems = 200

/** The items of a reply. @throws UpstreamError if the reply is an error or has no list. */
function netdiskItems({ code, msg, data }: z.output<typeof netdiskReply>): NetdiskItem[] {
  if (code !== 200) throw apiRefusal(msg, code)
  if (data?.list === undefined) throw new UpstreamError('mismatch', 'success without a list')
  // The site ignores a request whose body it does not understand.
  if (data.list === null && data.total) throw new UpstreamError('mismatch', `${data.total} hits without a list`)
  const items = (data.list ?? []).slice(0, maxItems)
  const links = items.flatMap(({ link }) => link?.trim() || [])
  if (links.length > 0 && !links.some(mayBeShare))
    throw new UpstreamError('blocked', 'the site scrambles the links of its answer')
  return items
}

/** Converts items to posts, one per share over all hosts and pages; items without a link are dropped. */
function netdiskPosts(items: readonly NetdiskItem[]): GivenPost[] {
  const kept = new Map<string, NetdiskItem>()
  for (const item of items) {
    const link = item.link?.trim() ?? ''
    if (!mayBeShare(link)) continue
    const id = item.disk_id || hashOf(link)
    const earlier = kept.get(id)
    kept.set(id, earlier ? mergeItems(earlier, item) : item)
  }
  return [...kept.values()].map(postOf)
}

/** Merges two items of one share: the richer one, completed from the other. */
function mergeItems(one: NetdiskItem, other: NetdiskItem): NetdiskItem {
  const [rich, poor] = isRicher(other, one) ? [other, one] : [one, other]
  return {
    ...rich,
    disk_pass: rich.disk_pass || (isSameShare(rich.link?.trim() ?? '', poor.link?.trim() ?? '') ? poor.disk_pass : ''),
    shared_time: chinaTime(rich.shared_time) ? rich.shared_time : poor.shared_time,
  }
}

/** Compares by number of files, then access code, then date (upstreams/search/hunhepan.md, Mapping). */
function isRicher(one: NetdiskItem, other: NetdiskItem): boolean {
  const gains = [
    one.files.length - other.files.length,
    Number(one.disk_pass !== '') - Number(other.disk_pass !== ''),
    Number(chinaTime(one.shared_time) !== undefined) - Number(chinaTime(other.shared_time) !== undefined),
  ]
  return (gains.find((gain) => gain !== 0) ?? 0) > 0
}

const codeWord = /[码碼]|口令|password|pwd|code/i

function postOf({ disk_id, disk_name, disk_pass, disk_type, files, shared_time, link, tags }: NetdiskItem): GivenPost {
  const href = link?.trim() ?? ''
  const at = chinaTime(shared_time)
  // The share's code is in `disk_pass`; a code in a file name is for an archive file and must not be taken for it.
  const saysCode = codeWord.test(files)
  return {
    id: disk_id || hashOf(href),
    title: titleText(disk_name),
    text: saysCode ? '' : files,
    anchors: anchorList([{ href, cloud: disk_type, code: disk_pass || undefined }]),
    at,
    tags: tags ?? [],
    aside: saysCode ? files : '',
  }
}
