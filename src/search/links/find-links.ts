// Finds the distinct shares of a post, with their access codes.
import { codeInField, withHalfWidth } from '../clouds/access-code-format.ts'
import { type CloudShare, declaredShare } from '../clouds/recognise.ts'
import type { Anchor } from '../plugin.ts'
import { pairCodes } from './access-code.ts'
import { type CleanText, cleanText } from './clean-text.ts'
import { type AddressMention, findAddresses, findShares, isShareMention, type ShareMention } from './find-shares.ts'

/** A share at its first position in a post. Offsets are into the given text; equal for a link that is not in the text. */
export interface FoundShare {
  readonly share: CloudShare
  /** The access code from the address or the text; `''` if unknown. */
  readonly password: string
  readonly start: number
  readonly end: number
}

/** All shares of a post by first position; an anchor and an address in its label are one link. Linear; never throws. */
export function findLinks(text: string, anchors: readonly Anchor[]): FoundShare[] {
  const tidy = cleanText(text)
  const places = occurrences(tidy, anchors)
  const unlinked = withHalfWidth(withoutHashLinks(tidy.text, places))
  const passwords = pairCodes(unlinked, places.filter(takesCode).map(toPosition)).values()
  const found = new Map<string, FoundShare>()
  for (const place of places) {
    const paired = takesCode(place) ? (passwords.next().value ?? '') : ''
    if (isShareMention(place)) addLink(found, place, paired, tidy)
  }
  return [...found.values()]
}

/** Adds a share at its first position, or its access code if this position has a better one. */
function addLink(
  found: Map<string, FoundShare>,
  { share, start, end, given }: PositionedAddress & ShareMention,
  paired: string,
  tidy: CleanText,
): void {
  // Precedence of access codes: in the address, given by the upstream, found in the text.
  const password = share.password || given || paired
  const first = found.get(share.key)
  if (first === undefined) found.set(share.key, { share, password, start: tidy.back(start), end: tidy.back(end) })
  else if (password !== '' && (first.password === '' || share.password !== '' || (given && !first.share.password)))
    found.set(share.key, { ...first, share: share.password === '' ? first.share : share, password })
}

/** An address at a position, with the access code that the upstream gives separately. */
type PositionedAddress = AddressMention & { readonly given?: string }

// Addresses that are no shares take codes too, so that no share gets theirs.
function takesCode({ share }: AddressMention): boolean {
  return share?.type !== 'magnet' && share?.type !== 'ed2k'
}

function toPosition({ share, codeUntil, codeFrom, end }: AddressMention) {
  // Baidu's codes are often written behind the address without a word.
  const aloneFrom = share?.type === 'baidu' ? Math.max(codeFrom, end) : undefined
  return { share, start: codeUntil, codeFrom, aloneFrom }
}

/** The text without its hash links: they have no codes, but their parameters and file names may look like some. */
function withoutHashLinks(text: string, places: readonly AddressMention[]): string {
  let [masked, from] = ['', 0]
  for (const place of places) {
    if (takesCode(place) || place.start < from || place.codeFrom !== place.end) continue
    masked += text.slice(from, place.start) + '\0'.repeat(place.end - place.start)
    from = place.end
  }
  return masked + text.slice(from)
}

function occurrences(tidy: CleanText, anchors: readonly Anchor[]): readonly PositionedAddress[] {
  const seen = findAddresses(tidy.text)
  const places: PositionedAddress[] = []
  let shown: Set<string> | undefined
  let laid = 0
  let next = 0
  for (const anchor of anchors) {
    const label = { start: tidy.into(anchor.start), end: tidy.into(anchor.end) }
    const inside = firstFrom(seen, next, label.start)
    next = firstFrom(seen, inside, label.end)
    const shownInside = next > inside ? seen.slice(inside, next) : []
    const linked = linkedBy(anchor, shownInside, tidy.text.startsWith(anchor.href, label.start) ? label.end : 0)
    if (linked === undefined) continue
    shown ??= new Set(seen.filter(isShareMention).map(({ share }) => share.key))
    // Not `push(...here)`: a hostile anchor can contain more shares than a call takes arguments.
    for (const one of seen.slice(laid, inside)) places.push(one)
    for (const one of sharesOfAnchor(linked, shownInside, { ...label, anchor }, shown)) places.push(one)
    laid = next
  }
  if (shown === undefined) return seen
  for (const one of seen.slice(laid)) places.push(one)
  return places.sort((one, other) => one.start - other.start)
}

/** Whether the upstream gives more than the address of a link. */
function isDeclared({ code, cloud }: Anchor): boolean {
  return code !== undefined || cloud !== undefined
}

/**
 * The shares that an anchor adds to the addresses inside its label; none for another page, undefined if it adds nothing. A label that
 * begins with the anchor's address ends at `shownEnd`.
 */
function linkedBy(
  anchor: Anchor,
  inside: readonly AddressMention[],
  shownEnd: number,
): readonly ShareMention[] | undefined {
  const { href, cloud, start, end } = anchor
  // Most anchors show their address: then its match in the text is used, unless it extends beyond the anchor.
  if (!isDeclared(anchor) && shownEnd > 0 && (inside.at(-1)?.end ?? 0) <= shownEnd) return undefined
  const linked = findShares(cleanText(href).text)
  if (linked.length > 0) return linked
  const share = cloud === undefined ? undefined : declaredShare(href.trim(), cloud)
  if (share !== undefined) return [{ share, start: 0, end: 0, codeUntil: 0, codeFrom: 0 }]
  return inside.length === 0 && start < end && isForeign(href) ? [] : undefined
}

/** Whether an address leads to a page outside Telegram, where mentions and hashtags lead. */
function isForeign(href: string): boolean {
  return /^https?:\/\/(?!(?:t|telegram)\.me[/?])/i.test(href.trim())
}

/** The index of the first match, from `index` on, that starts at or after an offset. */
function firstFrom(seen: readonly AddressMention[], index: number, offset: number): number {
  let at = index
  for (let one = seen[at]; one !== undefined && one.start < offset; one = seen[at]) at += 1
  return at
}

/** The shares of an anchor, or the page that it leads to; combined with those in its label, which give positions and perhaps access codes. */
function sharesOfAnchor(
  linked: readonly ShareMention[],
  labelled: readonly AddressMention[],
  label: { readonly start: number; readonly end: number; readonly anchor: Anchor },
  shown: Set<string>,
): PositionedAddress[] {
  const { start, end } = label
  if (linked.length === 0) return [{ share: undefined, start, end, codeUntil: start, codeFrom: start }]
  const places: PositionedAddress[] = []
  const given = codeInField(label.anchor.code ?? '')
  const labels = new Map(labelled.filter(isShareMention).map((one) => [one.share.key, one]))
  for (const { share } of linked) {
    const same = labels.get(share.key)
    if (same !== undefined) {
      const password = share.password || same.share.password
      places.push({ ...same, share: { ...share, password }, given, end: Math.max(same.end, end) })
      continue
    }
    // A preview of a link that is also in the text adds nothing, and must not separate that link from its access code.
    if (start === end && shown.has(share.key) && !isDeclared(label.anchor)) continue
    shown.add(share.key)
    places.push({ share, given, start, end, codeUntil: start, codeFrom: labelled[0]?.end ?? start })
  }
  return places
}
