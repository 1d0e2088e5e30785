// Results of searches without what an operator wants never shown.
import type { Bans } from '../bans/bans.ts'
import { declaredShare, recognise } from './clouds.ts'
import type { Result, ResultLink } from './result.ts'

/** The key of the share that an address points to, also of one on no known cloud; undefined when it is no address of the web, or of a known site where it is no share. */
export function shareKeyOf(address: string): string | undefined {
  return recognise(address)?.key ?? declaredShare(address, 'others')?.key
}

/**
 * The results without what is banned: those of banned channels go, and links of banned shares and hosts, those of works whose title holds a
 * banned word, and those of posts that hold one, unless they are of a work of their own. What is left of such a post says nothing but its
 * works; a result without links goes. The array itself where nothing is banned.
 */
export function withoutBanned(results: readonly Result[], bans: Bans): readonly Result[] {
  if (bans.isEmpty()) return results
  return results.flatMap((result) => cleared(result, bans))
}

function cleared(result: Result, bans: Bans): Result | readonly Result[] {
  const { source, title, text, besides } = result
  if (source.startsWith('tg:') && bans.isChannelBanned(source.slice('tg:'.length))) return []
  const isTitleBanned = bans.hasBannedWord(title.text) || bans.namesBannedHost(title.text)
  const hasBadWord = isTitleBanned || bans.hasBannedWord(`${text}\n${besides}`)
  const allowed = result.links.filter(({ share }) => !bans.isShareBanned(share.key) && !bans.isHostBanned(share.url))
  const links = allowed.filter(({ work }) => (work ? !bans.hasBannedWord(work.text) : !hasBadWord))
  const [first] = links
  if (!first) return []
  // The text may show the address of a link that is gone.
  const isTextBanned = hasBadWord || allowed.length < result.links.length || bans.namesBannedHost(text)
  const images = result.images.filter((image) => !bans.isHostBanned(image))
  const isWhole = links.length === result.links.length && images.length === result.images.length
  if (isWhole && !isTextBanned) return result
  return {
    ...result,
    ...(isTextBanned ? mute(hasBadWord ? [] : result.tags) : {}),
    ...titled(result, first, isTitleBanned),
    images: hasBadWord ? [] : images,
    links,
  }
}

/** What a result says besides its title and links. */
function mute(tags: readonly string[]): Pick<Result, 'text' | 'besides' | 'tags'> {
  return { text: '', besides: tags.join('\n'), tags }
}

/** Without its own title a result is called like its first work. */
function titled({ title }: Result, { work }: ResultLink, isTitleBanned: boolean): Pick<Result, 'title'> {
  return { title: isTitleBanned && work ? work : title }
}
