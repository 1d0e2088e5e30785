// Results of searches without what an operator wants never shown.
import type { Bans } from '../bans/bans.ts'
import type { Sighting } from './archive/sighting.ts'
import { declaredShare, recognise, type Share } from './clouds.ts'
import type { Result, ResultLink } from './result.ts'

/** The key of the share that an address points to, also of one on no known cloud; undefined when it is no address of the web, or of a known site where it is no share. */
export function shareKeyOf(address: string): string | undefined {
  return recognise(address)?.key ?? declaredShare(address, 'others')?.key
}

/** Is a link as one source shows it never to be shown: its share or host, its source, or what it is called? */
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

/** By its key, by its host, or by what its address leads on to. Only of clouds without a type addresses are shown as they were found. */
function isShareBanned({ key, url }: Pick<Share, 'key' | 'url'>, bans: Bans): boolean {
  return bans.isShareBanned(key) || (key.startsWith('others:') ? bans.isAddressBanned(url) : bans.isHostBanned(url))
}

function isSourceBanned(source: string, bans: Bans): boolean {
  return source.startsWith('tg:') && bans.isChannelBanned(source.slice('tg:'.length))
}

function isNameBanned(name: string, bans: Bans): boolean {
  return bans.hasBannedWord(name) || bans.namesBannedHost(name)
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
  if (isSourceBanned(source, bans)) return []
  const isTitleBanned = isNameBanned(title.text, bans)
  const hasBadWord = isTitleBanned || bans.hasBannedWord(text, besides)
  const allowed = result.links.filter(({ share }) => !isShareBanned(share, bans))
  const links = allowed.filter(({ work }) => (work ? !isNameBanned(work.text, bans) : !hasBadWord))
  const [first] = links
  if (!first) return []
  const tags = hasBadWord ? [] : result.tags.filter((tag) => !bans.namesBannedHost(tag))
  // The text may show the address of a link that is gone.
  const isLinkGone = allowed.length < result.links.length
  const isTextBanned = hasBadWord || isLinkGone || tags.length < result.tags.length || bans.namesBannedHost(text)
  const images = result.images.filter((image) => !bans.isHostBanned(image))
  const isWhole = links.length === result.links.length && images.length === result.images.length
  if (isWhole && !isTextBanned) return result
  return {
    ...result,
    ...(isTextBanned ? mute(tags) : {}),
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
