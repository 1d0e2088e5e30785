// Parses the replies of a family of drive search APIs: hunhepan's hosts and sousou (upstreams/search/hunhepan.md, sousou.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { hashOf, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { recognise } from '../clouds/recognise.ts'
import type { Post } from '../plugin.ts'
import { anchorList } from '../plugin-parsing.ts'

const words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((said) => String(said ?? ''))

const diskItem = z.object({
  disk_id: words,
  disk_name: z.string(),
  disk_pass: words,
  disk_type: words,
  files: words,
  shared_time: words,
  link: z.string().nullable(),
  tags: z.array(z.string()).nullish(),
})

type NetdiskItem = z.output<typeof diskItem>

/** The envelope of a reply; `netdiskItems` decides whether it is an error. */
export const netdiskReply = z.object({
  code: z.number(),
  msg: words,
  data: z.object({ list: z.array(diskItem).nullish() }).nullish(),
})

/** More than the page size that is requested. */
const maxItems = 200

/** The items of a reply. @throws UpstreamError if the reply is an error or has no list. */
export function netdiskItems({ code, msg, data }: z.output<typeof netdiskReply>): NetdiskItem[] {
  if (code !== 200) throw apiRefusal(msg, code)
  if (data?.list === undefined) throw new UpstreamError('mismatch', 'success without a list')
  return (data.list ?? []).slice(0, maxItems)
}

/** Converts items to posts, one per share over all hosts and pages; items without a link are dropped. */
export function netdiskPosts(items: readonly NetdiskItem[]): Post[] {
  const kept = new Map<string, NetdiskItem>()
  for (const item of items) {
    const link = item.link?.trim() ?? ''
    if (link === '') continue
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
    disk_pass: rich.disk_pass || (isSameShare(rich, poor) ? poor.disk_pass : ''),
    shared_time: chinaTime(rich.shared_time) ? rich.shared_time : poor.shared_time,
  }
}

/** Whether both items are the same share. Ids may be reused, so the links are compared. */
function isSameShare(one: NetdiskItem, other: NetdiskItem): boolean {
  const [link = '', otherLink = ''] = [one.link?.trim(), other.link?.trim()]
  if (link === otherLink) return true
  const share = recognise(link)
  return share !== undefined && share.key === recognise(otherLink)?.key
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

function postOf({ disk_id, disk_name, disk_pass, disk_type, files, shared_time, link, tags }: NetdiskItem): Post {
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
    images: [],
    aside: saysCode ? files : '',
  }
}
