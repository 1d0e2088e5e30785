// Removes banned links and posts from search results.
import type { Bans } from '../../bans/ban-list.ts'
import type { Sighting } from '../../store/archive/types.ts'
import { type CloudShare, declaredShare, recognise } from '../clouds/recognise.ts'
import type { ParsedPost, PostLink } from '../posts/parse-post.ts'

/** The key of the share at an address, also on unknown clouds; undefined for non-web addresses and other pages of known clouds. */
export function shareKeyOf(address: string): string | undefined {
  return recognise(address)?.key ?? declaredShare(address, 'others')?.key
}

/** Whether a link of one source is banned: by its share or host, its source, its title or heading. */
export function isLinkBanned(
  { key, url, source, title, heading }: Pick<Sighting, 'key' | 'url' | 'source' | 'title' | 'heading'>,
  bans: Bans,
): boolean {
  return (
    isShareBanned({ key, url }, bans) ||
    isSourceBanned(source, bans) ||
    isNameBanned(title, bans) ||
    isNameBanned(heading, bans)
  )
}

/** Tests the key, the host and, for `others`, nested addresses: only their URLs are printed as found. */
function isShareBanned({ key, url }: Pick<CloudShare, 'key' | 'url'>, bans: Bans): boolean {
  return bans.isShareBanned(key) || (key.startsWith('others:') ? bans.isAddressBanned(url) : bans.isHostBanned(url))
}

function isSourceBanned(source: string, bans: Bans): boolean {
  return source.startsWith('tg:') && bans.isChannelBanned(source.slice('tg:'.length))
}

function isNameBanned(name: string, bans: Bans): boolean {
  return bans.hasBannedWord(name) || bans.namesBannedHost(name)
}

/**
 * Removes results of banned channels, links to banned shares and hosts, links of works with a banned word in their title, and links of posts
 * with a banned word that belong to no work of their own. Of such a post only the titles of its works remain. Results without links are
 * removed. Returns the same array if nothing is banned.
 */
export function withoutBanned(results: readonly ParsedPost[], bans: Bans): readonly ParsedPost[] {
  if (bans.isEmpty()) return results
  return results.flatMap((result) => withoutBannedParts(result, bans))
}

function withoutBannedParts(result: ParsedPost, bans: Bans): ParsedPost | readonly ParsedPost[] {
  const { source, title, text, besides } = result
  if (isSourceBanned(source, bans)) return []
  const isTitleBanned = isNameBanned(title.text, bans)
  const hasBadWord = isTitleBanned || bans.hasBannedWord(text, besides)
  const allowed = result.links.filter(({ share }) => !isShareBanned(share, bans))
  const links = allowed.filter(({ work }) => (work ? !isNameBanned(work.text, bans) : !hasBadWord))
  const [first] = links
  if (!first) return []
  const tags = hasBadWord ? [] : result.tags.filter((tag) => !bans.namesBannedHost(tag))
  // The text may contain the address of a removed link.
  const isLinkGone = allowed.length < result.links.length
  const isTextBanned = hasBadWord || isLinkGone || tags.length < result.tags.length || bans.namesBannedHost(text)
  const images = result.images.filter((image) => !bans.isHostBanned(image))
  const isWhole = links.length === result.links.length && images.length === result.images.length
  if (isWhole && !isTextBanned) return result
  return {
    ...result,
    ...(isTextBanned ? emptyTexts(tags) : {}),
    ...allowedTitle(result, first, isTitleBanned),
    images: hasBadWord ? [] : images,
    links,
  }
}

/** The remaining texts of a result whose text is removed. */
function emptyTexts(tags: readonly string[]): Pick<ParsedPost, 'text' | 'besides' | 'tags'> {
  return { text: '', besides: tags.join('\n'), tags }
}

/** A banned title is replaced by the title of the first work. */
function allowedTitle({ title }: ParsedPost, { work }: PostLink, isTitleBanned: boolean): Pick<ParsedPost, 'title'> {
  return { title: isTitleBanned && work ? work : title }
}
