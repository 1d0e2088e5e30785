// The answer of a search and the events of its stream, and their JSON text.

import { cloudTypes } from '../../contract/cloud-types.ts'
import type { MergedByType, ResultItem, SearchResponse } from '../../contract/search.ts'
import type { StreamEnd, StreamSource, StreamStart, StreamWorks } from '../../contract/search-events.ts'
import { encodeParts } from '../../http/encode-parts.ts'
import type { VersionStamp } from '../../upstream/cache/versions.ts'
import type { CacheAge } from './response-meta.ts'

/** A search answer. What differs between equal searches (age, duration) goes into headers, so that equal answers are byte-equal. */
export interface SearchAnswer extends CacheAge {
  readonly body: SearchResponse
  /** The body as it is sent; bytes in UTF-8. */
  readonly text: string | Uint8Array
  readonly tookMs: number
  /** Versions that the answer depends on; undefined if repeating the search would ask a source. */
  readonly stamp?: VersionStamp | undefined
}

/** The links of an event. */
interface StreamLinks {
  readonly merged_by_type: MergedByType
  readonly replaced?: readonly string[]
  readonly archive?: true
}

/** An event of the stream, named as on the wire. */
export type SearchEvent =
  | { readonly event: 'start'; readonly data: StreamStart }
  | { readonly event: 'source'; readonly data: StreamSource }
  | { readonly event: 'links'; readonly data: StreamLinks }
  | { readonly event: 'works'; readonly data: StreamWorks }
  | { readonly event: 'results'; readonly data: { readonly results: readonly ResultItem[] } }
  | { readonly event: 'end'; readonly data: StreamEnd }

// Written by hand because JavaScript puts integer keys like "115" first, which breaks the contract's order.
function* mergedParts(merged: MergedByType): Generator<string> {
  let before = '{'
  for (const type of cloudTypes) {
    const links = merged[type]
    if (links === undefined) continue
    yield `${before}"${type}":`
    yield* listParts(links)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Items of one part: a call for each takes longer, and a string of megabytes takes the garbage collector longer. */
const itemsPerPart = 32

function* listParts(items: readonly object[]): Generator<string> {
  let before = '['
  for (let at = 0; at < items.length; at += itemsPerPart) {
    yield before
    yield JSON.stringify(items.slice(at, at + itemsPerPart)).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function* answerParts({ code, message, data, warnings, meta }: SearchResponse): Generator<string> {
  yield `{"code":${code},"message":${JSON.stringify(message)},"data":{"total":${data.total}`
  for (const [name, parts] of dataParts(data)) {
    yield `,"${name}":`
    yield* parts
  }
  const also = warnings === undefined ? '' : `,"warnings":${JSON.stringify(warnings)}`
  yield `}${also},"meta":${JSON.stringify(meta)}}`
}

function* dataParts(data: SearchResponse['data']): Generator<readonly [name: string, parts: Iterable<string>]> {
  if ('works' in data) yield ['works', listParts(data.works)]
  if ('results' in data) yield ['results', listParts(data.results)]
  if ('merged_by_type' in data) yield ['merged_by_type', mergedParts(data.merged_by_type)]
}

/** The JSON text of an answer in UTF-8: equal answers give equal texts, and `merged_by_type` lists its clouds in the contract's order. */
export function encodeAnswer(answer: SearchResponse): Uint8Array {
  return encodeParts(answerParts(answer))
}

/** The JSON text of an event's data, its links in the same order. */
export function serializeEvent(event: SearchEvent): string {
  if (event.event !== 'links') return JSON.stringify(event.data)
  const { merged_by_type, ...others } = event.data
  const fields = Object.entries(others).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return `{"merged_by_type":${mergedParts(merged_by_type).toArray().join('')}${fields.join('')}}`
}
