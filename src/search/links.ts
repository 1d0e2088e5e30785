// Finds the shares of one post, each once, with the access code that is meant for it.

import type { Share } from './clouds.ts'
import { pairCodes } from './links/access-code.ts'
import { type Sighting, sightings } from './links/sightings.ts'
import { type TidyText, tidyText } from './links/tidy-text.ts'
import type { Anchor } from './plugin.ts'

/** A share of a post, at its first place there. Offsets are into the text as given; equal for a link that is not in the text. */
export interface FoundLink {
  readonly share: Share
  /** The access code, from the address or the text; `''` when none is known. */
  readonly password: string
  readonly start: number
  readonly end: number
}

/** A share at one place of the text, and from where on its code may be said. */
interface Occurrence extends Sighting {
  readonly codeFrom: number
}

/**
 * All shares of a post in order of their first place, from its text and its anchors (sorted by `start`). An anchor and the address it shows
 * are one link, and the anchor's address counts. Linear in the size of text and anchors; never throws.
 */
export function findLinks(text: string, anchors: readonly Anchor[]): FoundLink[] {
  const tidy = tidyText(text)
  const places = occurrences(tidy, anchors)
  const coded = places.filter(({ share }) => share.type !== 'magnet' && share.type !== 'ed2k')
  const passwords = pairCodes(
    tidy.text,
    coded.map(({ share, start, codeFrom }) => ({ key: share.key, start, codeFrom, password: share.password })),
  )
  const said = new Map<string, string>()
  for (const [index, { share }] of coded.entries()) {
    const password = passwords[index] ?? ''
    if (password !== '' && (!said.has(share.key) || share.password !== '')) said.set(share.key, password)
  }
  const found = new Map<string, FoundLink>()
  for (const { share, start, end } of places) {
    if (found.has(share.key)) continue
    const password = said.get(share.key) ?? ''
    found.set(share.key, { share, password, start: tidy.back(start), end: tidy.back(end) })
  }
  return [...found.values()]
}

function occurrences(tidy: TidyText, anchors: readonly Anchor[]): Occurrence[] {
  const seen = sightings(tidy.text)
  const places: Occurrence[] = []
  const shown = new Set(seen.map(({ share }) => share.key))
  let next = 0
  for (const anchor of anchors) {
    const label = { start: tidy.into(anchor.start), end: tidy.into(anchor.end) }
    for (let one = seen[next]; one !== undefined && one.start < label.start; one = seen[next]) {
      places.push(asOccurrence(one))
      next += 1
    }
    const inside = next
    let reach = 0
    for (let one = seen[next]; one !== undefined && one.start < label.end; one = seen[next]) {
      reach = one.end
      next += 1
    }
    const labelled = seen.slice(inside, next)
    // Most anchors show their address: what the text said of it then holds, unless it read on behind the anchor.
    const verbatim = reach <= label.end && tidy.text.startsWith(anchor.href, label.start)
    const linked = verbatim ? [] : sightings(tidyText(anchor.href).text)
    const here = linked.length > 0 ? anchored(linked, labelled, label, shown) : labelled.map(asOccurrence)
    // Not `push(...here)`: one hostile anchor can hold more shares than a call takes arguments.
    for (const place of here) places.push(place)
  }
  for (const one of seen.slice(next)) places.push(asOccurrence(one))
  return places.sort((one, other) => one.start - other.start)
}

function asOccurrence(one: Sighting): Occurrence {
  return { ...one, codeFrom: one.end }
}

/** The shares of one anchor, laid over those its label shows: these say where each is and may carry the code. */
function anchored(
  linked: readonly Sighting[],
  labelled: readonly Sighting[],
  label: { readonly start: number; readonly end: number },
  shown: Set<string>,
): Occurrence[] {
  const places: Occurrence[] = []
  const labels = new Map(labelled.map((one) => [one.share.key, one]))
  for (const { share } of linked) {
    const same = labels.get(share.key)
    if (same !== undefined) {
      const password = share.password || same.share.password
      places.push({
        share: { ...share, password },
        start: same.start,
        end: Math.max(same.end, label.end),
        codeFrom: same.end,
      })
      continue
    }
    // A preview of a link that the text has anyway says nothing new, and must not cut that link off from its code.
    if (label.start === label.end && shown.has(share.key)) continue
    shown.add(share.key)
    const address = labelled[0]
    places.push({ share, start: label.start, end: label.end, codeFrom: address?.end ?? label.start })
  }
  return places
}
