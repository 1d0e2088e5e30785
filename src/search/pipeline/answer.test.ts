// The JSON text of an answer.
import { expect, test } from 'vitest'
import { answerText } from '../../../test/kit/searching.ts'
import { cloudTypes } from '../../contract/cloud-types.ts'
import type { LinkItem } from '../../contract/links.ts'
import { type SearchResponse, searchResponse } from '../../contract/search.ts'

function link(url: string): LinkItem {
  return {
    url,
    password: '',
    note: '速度与激情 "10"',
    datetime: '2026-01-02T03:04:05Z',
    source: 'tg:somechannel',
    images: [],
  }
}
const meta = { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 } }
function answer(data: SearchResponse['data'], more: Partial<SearchResponse> = {}): SearchResponse {
  return {
    code: 0,
    message: 'success',
    data,
    meta,
    ...more,
  }
}

test('clouds come in the contract’s order, which a JavaScript object cannot keep', () => {
  const backwards = Object.fromEntries(cloudTypes.toReversed().map((type) => [type, [link(`https://x/${type}`)]]))
  const text = answerText(answer({ total: 14, merged_by_type: backwards }))
  const places = cloudTypes.map((type) => text.indexOf(`"${type}":[`))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each([
  answer({ total: 1, merged_by_type: { '115': [link('https://x/1')], baidu: [link('https://x/2')] } }),
  answer({ total: 0, results: [] }),
  answer({ total: 0, results: [], merged_by_type: {} }, { warnings: [{ kind: 'no_sources', detail: 'none "is" on' }] }),
])('the text holds all of the answer and nothing else: %#', (body) => {
  expect(searchResponse.parse(JSON.parse(answerText(body)))).toEqual(body)
})

test('code, message, data, warnings and meta come in this order', () => {
  const body = answer(
    { total: 0, results: [], merged_by_type: {} },
    { warnings: [{ kind: 'no_sources', detail: 'x' }] },
  )
  expect(answerText(body)).toBe(
    '{"code":0,"message":"success","data":{"total":0,"results":[],"merged_by_type":{}},' +
      '"warnings":[{"kind":"no_sources","detail":"x"}],' +
      '"meta":{"complete":true,"sources":{"asked":1,"answered":1,"failed":0,"pending":0}}}',
  )
})
