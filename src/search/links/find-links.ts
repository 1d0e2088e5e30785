// Finds the distinct shares of a post, with their access codes.
import { codeInField } from '../clouds/access-code-format.ts'
import { type CloudShare, declaredShare } from '../clouds/recognise.ts'
import type { Anchor } from '../plugin.ts'
import { pairCodes } from './access-code.ts'
import { type CleanText, cleanText } from './clean-text.ts'
import { findShares, type ShareMention } from './find-shares.ts'

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
  const passwords = pairCodes(tidy.text, places.filter(takesCode)).values()
  const found = new Map<string, FoundShare>()
  for (const place of places) {
    const { share, start, end } = place
    const paired = takesCode(place) ? (passwords.next().value ?? '') : ''
    // Precedence of access codes: in the address, given by the upstream, found in the text.
    const password = share.password || place.given || paired
    const first = found.get(share.key)
    if (first === undefined) found.set(share.key, { share, password, start: tidy.back(start), end: tidy.back(end) })
    else if (
      password !== '' &&
      (first.password === '' || share.password !== '' || (place.given && !first.share.password))
    )
      found.set(share.key, { ...first, share: share.password === '' ? first.share : share, password })
  }
  return [...found.values()]
}

/** A share at a position, with the access code that the upstream gives separately. */
type PositionedShare = ShareMention & { readonly given?: string }

function takesCode({ share }: ShareMention): boolean {
  return share.type !== 'magnet' && share.type !== 'ed2k'
}

function occurrences(tidy: CleanText, anchors: readonly Anchor[]): readonly PositionedShare[] {
  const seen = findShares(tidy.text)
  const places: PositionedShare[] = []
  let shown: Set<string> | undefined
  let laid = 0
  let next = 0
  for (const anchor of anchors) {
    const label = { start: tidy.into(anchor.start), end: tidy.into(anchor.end) }
    const inside = firstFrom(seen, next, label.start)
    next = firstFrom(seen, inside, label.end)
    // Most anchors show their address: then its match in the text is used, unless it extends beyond the anchor.
    const reach = next > inside ? (seen[next - 1]?.end ?? 0) : 0
    if (!isDeclared(anchor) && reach <= label.end && tidy.text.startsWith(anchor.href, label.start)) continue
    const linked = linkedBy(anchor)
    if (linked.length === 0) continue
    shown ??= new Set(seen.map(({ share }) => share.key))
    // Not `push(...here)`: a hostile anchor can contain more shares than a call takes arguments.
    for (const one of seen.slice(laid, inside)) places.push(one)
    for (const one of sharesOfAnchor(linked, seen.slice(inside, next), { ...label, anchor }, shown)) places.push(one)
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

function linkedBy({ href, cloud }: Anchor): readonly ShareMention[] {
  const linked = findShares(cleanText(href).text)
  if (linked.length > 0 || cloud === undefined) return linked
  const share = declaredShare(href.trim(), cloud)
  return share === undefined ? [] : [{ share, start: 0, end: 0, codeFrom: 0 }]
}

/** The index of the first match, from `index` on, that starts at or after an offset. */
function firstFrom(seen: readonly ShareMention[], index: number, offset: number): number {
  let at = index
  for (let one = seen[at]; one !== undefined && one.start < offset; one = seen[at]) at += 1
  return at
}

/** The shares of an anchor, combined with those in its label, which give positions and perhaps access codes. */
function sharesOfAnchor(
  linked: readonly ShareMention[],
  labelled: readonly ShareMention[],
  label: { readonly start: number; readonly end: number; readonly anchor: Anchor },
  shown: Set<string>,
): PositionedShare[] {
  const places: PositionedShare[] = []
  const given = codeInField(label.anchor.code ?? '')
  const labels = new Map(labelled.map((one) => [one.share.key, one]))
  for (const { share } of linked) {
    const same = labels.get(share.key)
    if (same !== undefined) {
      const password = share.password || same.share.password
      const end = Math.max(same.end, label.end)
      places.push({ share: { ...share, password }, given, start: same.start, end, codeFrom: same.end })
      continue
    }
    // A preview of a link that is also in the text adds nothing, and must not separate that link from its access code.
    if (label.start === label.end && shown.has(share.key) && !isDeclared(label.anchor)) continue
    shown.add(share.key)
    places.push({ share, given, start: label.start, end: label.end, codeFrom: labelled[0]?.end ?? label.start })
  }
  return places
}
