// The answer of a search and the events of its stream, and their JSON text.

import { cloudTypes } from '../../contract/cloud-types.ts'
import type { MergedByType, ResultItem, SearchResponse } from '../../contract/search.ts'
import type { LinkChange, StreamEnd, StreamSource, StreamStart, StreamWorks } from '../../contract/search-events.ts'
import type { VersionStamp } from '../../upstream/cache/versions.ts'
import type { CacheAge } from './response-meta.ts'

/** A search answer. What differs between equal searches (age, duration) goes into headers, so that equal answers are byte-equal. */
export interface SearchAnswer extends CacheAge {
  readonly body: SearchResponse
  /** The body as it is sent. */
  readonly text: string
  readonly tookMs: number
  /** Versions that the answer depends on; undefined if repeating the search would ask a source. */
  readonly stamp?: VersionStamp | undefined
}

/** The new links of an event, and changes of earlier ones. */
interface StreamLinks {
  readonly merged_by_type: MergedByType
  readonly replaced?: readonly string[]
  readonly changed?: readonly LinkChange[]
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

// Written by hand because JavaScript puts integer keys like "115" first, which breaks the contract's order. Texts are concatenated, which
// copies them only once, when the answer is encoded.
function mergedText(merged: MergedByType): string {
  let text = ''
  for (const type of cloudTypes) {
    if (merged[type] !== undefined) text += `${text && ','}"${type}":${JSON.stringify(merged[type])}`
  }
  return `{${text}}`
}

function dataText(data: SearchResponse['data']): string {
  let text = `{"total":${data.total}`
  if ('works' in data) text += `,"works":${JSON.stringify(data.works)}`
  if ('results' in data) text += `,"results":${JSON.stringify(data.results)}`
  if ('merged_by_type' in data) text += `,"merged_by_type":${mergedText(data.merged_by_type)}`
  return `${text}}`
}

/** The JSON text of an answer: equal answers give equal texts, and `merged_by_type` lists its clouds in the contract's order. */
export function serializeAnswer({ code, message, data, warnings, meta }: SearchResponse): string {
  const also = warnings === undefined ? '' : `,"warnings":${JSON.stringify(warnings)}`
  return `{"code":${code},"message":${JSON.stringify(message)},"data":${dataText(data)}${also},"meta":${JSON.stringify(meta)}}`
}

/** The JSON text of an event's data, its links in the same order. */
export function serializeEvent(event: SearchEvent): string {
  if (event.event !== 'links') return JSON.stringify(event.data)
  const { merged_by_type, ...others } = event.data
  const fields = Object.entries(others).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
  return `{"merged_by_type":${mergedText(merged_by_type)}${fields.join('')}}`
}
