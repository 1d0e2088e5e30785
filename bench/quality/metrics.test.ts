// Tests what the judge reports: order, duplicate shares, wrong and missing codes.
import { expect, test } from 'vitest'
import type { MergedByType } from '../../src/contract/search.ts'
import type { Mention } from './ground-truth.ts'
import { createShareReader } from './match-shares.ts'
import { createJudge } from './metrics.ts'
import type { MarkedQuery } from './queries.ts'

const one = 'aaaabbbb0001'
const two = 'aaaabbbb0002'
const paid = '1abcdefghijklmnopqrstu2'

function mention(type: string, code: string, password: string, source = 'tg:demo'): Mention {
  const title = '演示作品 demo'
  return { source, type, code, password, work: title, searched: title, title, at: new Date(0) }
}

const mentions = [mention('quark', one, ''), mention('quark', two, ''), mention('baidu', paid, 'k3m9')]
const judge = createJudge(mentions, createShareReader(mentions))

function links(...urls: ReadonlyArray<readonly [url: string, password?: string]>) {
  return urls.map(([url, password = '']) => ({ url, password, note: '', datetime: '', source: 'tg:demo', images: [] }))
}

function judged(merged: MergedByType, expected: MarkedQuery['wanted'] = []) {
  return judge({ kw: '演示', wanted: expected }, merged)
}

function quark(code: string): readonly [string] {
  return [`https://pan.quark.cn/s/${code}`]
}
const selected: MarkedQuery['wanted'] = [
  { key: `quark:${one}`, grade: 3, why: 'first' },
  { key: `quark:${two}`, grade: 1, why: 'second' },
]

test('the best order scores 1, a worse one less, an answer without the marked links 0', () => {
  expect(judged({ quark: links(quark(one), quark(two)) }, selected).ndcg).toBe(1)
  // (1 + 7 / log2(3)) / (7 + 1 / log2(3))
  expect(judged({ quark: links(quark(two), quark(one)) }, selected).ndcg).toBeCloseTo(0.7098, 4)
  expect(judged({}, selected)).toMatchObject({ ndcg: 0, wanted: 2, found: 0 })
})

test('a link of an unmarked share in front costs, and what stands below the tenth place counts nothing', () => {
  const unrelated = Array.from({ length: 10 }, (_, at) => quark(`ccccdddd${1000 + at}`))
  expect(judged({ quark: links(...unrelated.slice(0, 1), quark(one), quark(two)) }, selected).ndcg).toBeLessThan(1)
  expect(judged({ quark: links(...unrelated, quark(one), quark(two)) }, selected)).toMatchObject({ ndcg: 0, found: 2 })
})

test('clouds are measured one by one and weigh the same', () => {
  const both: MarkedQuery['wanted'] = [...selected, { key: `baidu:${paid}`, grade: 2, why: 'the other cloud' }]
  expect(judged({ quark: links(quark(one), quark(two)) }, both).ndcg).toBe(0.5)
})

test('for a query without marked links only an empty answer scores', () => {
  expect(judged({}).ndcg).toBe(1)
  expect(judged({ quark: links(quark(one)) }).ndcg).toBe(0)
})

test('one share at two addresses is a duplicate, also under another cloud and when the truth does not know it', () => {
  const twice = judged({ quark: links(quark(one), [`http://pan.quark.cn/s/${one}#/list/share`]) })
  expect(twice.duplicates).toHaveLength(1)
  expect(judged({ quark: links(quark(one)), others: links(quark(one)) }).duplicates).toHaveLength(1)
  const unrelated = quark('ccccdddd0003')
  expect(judged({ quark: links(unrelated, unrelated) })).toMatchObject({ strangers: 2, duplicates: [{ kw: '演示' }] })
  expect(judged({ quark: links(quark(one), quark(two)) }).duplicates).toEqual([])
})

test('a code that no mention has is wrong, also on a share without a code; no code where a mention has one is missing', () => {
  const url = `https://pan.baidu.com/s/${paid}`
  expect(judged({ baidu: links([url, 'k3m9']) })).toMatchObject({ wrongCodes: [], missingCodes: [] })
  expect(judged({ baidu: links([url, '9m3k']) }).wrongCodes).toHaveLength(1)
  expect(judged({ quark: links([...quark(one), 'k3m9']) }).wrongCodes).toHaveLength(1)
  expect(judged({ baidu: links([url]) })).toMatchObject({ wrongCodes: [], missingCodes: [{ url }] })
})

test('a code counts as missing only if a mention that the keyword finds has it', () => {
  const merged = { baidu: links([`https://pan.baidu.com/s/${paid}`]) }
  expect(judge({ kw: '别的', wanted: [] }, merged).missingCodes).toEqual([])
  const elsewhere = [...mentions.slice(0, 2), mention('baidu', paid, 'k3m9', 'plugin:demo')]
  const other = createJudge(elsewhere, createShareReader(elsewhere))
  expect(other({ kw: '别的', ext: { title_en: 'demo' }, wanted: [] }, merged).missingCodes).toHaveLength(1)
})
