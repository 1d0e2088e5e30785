// Reads what the drive searches of one family answer alike: hunhepan's hosts and sousou (upstreams/search/hunhepan.md, sousou.md).
import { z } from 'zod'
import { refused } from '../reading/refused.ts'
import { hashOf, titleText } from '../reading/texts.ts'
import { chinaTime } from '../reading/times.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { recognise } from './clouds.ts'
import type { Post } from './plugin.ts'
import { listed } from './reading.ts'

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

/** An item as it came. */
type DiskItem = z.output<typeof diskItem>

/** The envelope of such a search; whether it holds an answer or an error is for `diskItems` to say. */
export const diskReply = z.object({
  code: z.number(),
  msg: words,
  data: z.object({ list: z.array(diskItem).nullish() }).nullish(),
})

/** More than any page is asked to hold. */
const mostItems = 200

/** The items of a reply. @throws UpstreamError when the reply is an error, or no list. */
export function diskItems({ code, msg, data }: z.output<typeof diskReply>): DiskItem[] {
  if (code !== 200) throw refused(msg, code)
  if (data?.list === undefined) throw new UpstreamError('mismatch', 'success without a list')
  return (data.list ?? []).slice(0, mostItems)
}

/** Items as posts, each share once whichever host or page had it; items without a link are none. */
export function diskPosts(items: readonly DiskItem[]): Post[] {
  const kept = new Map<string, DiskItem>()
  for (const item of items) {
    const link = item.link?.trim() ?? ''
    if (link === '') continue
    const id = item.disk_id || hashOf(link)
    const earlier = kept.get(id)
    kept.set(id, earlier ? joined(earlier, item) : item)
  }
  return [...kept.values()].map(postOf)
}

/** The richer of two sightings of one share, and from the other what it lacks. */
function joined(one: DiskItem, other: DiskItem): DiskItem {
  const [rich, poor] = isRicher(other, one) ? [other, one] : [one, other]
  return {
    ...rich,
    disk_pass: rich.disk_pass || (isSameShare(rich, poor) ? poor.disk_pass : ''),
    shared_time: chinaTime(rich.shared_time) ? rich.shared_time : poor.shared_time,
  }
}

/** Do both links lead to one share? An id may be given anew, and the code of one share opens no other. */
function isSameShare(one: DiskItem, other: DiskItem): boolean {
  const [link = '', otherLink = ''] = [one.link?.trim(), other.link?.trim()]
  if (link === otherLink) return true
  const share = recognise(link)
  return share !== undefined && share.key === recognise(otherLink)?.key
}

/** More files, else a code, else a date (upstreams/search/hunhepan.md, Mapping). */
function isRicher(one: DiskItem, other: DiskItem): boolean {
  const gains = [
    one.files.length - other.files.length,
    Number(one.disk_pass !== '') - Number(other.disk_pass !== ''),
    Number(chinaTime(one.shared_time) !== undefined) - Number(chinaTime(other.shared_time) !== undefined),
  ]
  return (gains.find((gain) => gain !== 0) ?? 0) > 0
}

const codeWord = /[码碼]|口令|password|pwd|code/i

function postOf({ disk_id, disk_name, disk_pass, disk_type, files, shared_time, link, tags }: DiskItem): Post {
  const href = link?.trim() ?? ''
  const at = chinaTime(shared_time)
  // The share's code is in `disk_pass`; what a file's name calls one opens an archive, and would be taken for the share's.
  const saysCode = codeWord.test(files)
  return {
    id: disk_id || hashOf(href),
    title: titleText(disk_name),
    text: saysCode ? '' : files,
    anchors: listed([{ href, cloud: disk_type, ...(disk_pass === '' ? {} : { code: disk_pass }) }]),
    ...(at ? { at } : {}),
    tags: tags ?? [],
    images: [],
    aside: saysCode ? files : '',
  }
}
