// What a search comes to, and the text that is sent of it.
import { type CloudType, cloudTypes, type LinkItem, type SearchResponse } from '../contract/search.ts'

/** A search's answer, and what differs from one request to the next: that goes into headers, so that equal answers are byte-equal. */
export interface SearchAnswer {
  readonly body: SearchResponse
  /** How much of it was kept from earlier asks: all, some or nothing. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest kept answer used, in milliseconds; 0 when nothing was kept. */
  readonly ageMs: number
  readonly tookMs: number
}

type Merged = Partial<Record<CloudType, LinkItem[]>>

// Written by hand because a JavaScript object cannot keep the contract's order: keys like "115" come first in any object.
function mergedText(merged: Merged): string {
  const groups = cloudTypes.flatMap((type) =>
    merged[type] === undefined ? [] : [`"${type}":${JSON.stringify(merged[type])}`],
  )
  return `{${groups.join(',')}}`
}

function dataText(data: SearchResponse['data']): string {
  const fields = [`"total":${data.total}`]
  if ('results' in data) fields.push(`"results":${JSON.stringify(data.results)}`)
  if ('merged_by_type' in data) fields.push(`"merged_by_type":${mergedText(data.merged_by_type)}`)
  return `{${fields.join(',')}}`
}

/** The JSON text of an answer: equal answers give equal texts, and `merged_by_type` lists its clouds in the contract's order. */
export function answerText({ code, message, data, warnings, meta }: SearchResponse): string {
  const fields = [`"code":${code}`, `"message":${JSON.stringify(message)}`, `"data":${dataText(data)}`]
  if (warnings !== undefined) fields.push(`"warnings":${JSON.stringify(warnings)}`)
  return `{${fields.join(',')},"meta":${JSON.stringify(meta)}}`
}
