// The OpenSearch description over the whole service, which a browser reads without a key.
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { expect, it } from 'vitest'
import { lockedBy, startWholeTrawl } from './kit/whole-trawl.ts'

async function describe(headers: Record<string, string>) {
  const { app } = await startWholeTrawl({ env: await lockedBy() })
  const answer = await app.inject({ url: '/opensearch.xml', headers })
  const elements = parseXml(answer.body).root?.children.filter((child) => child instanceof XmlElement) ?? []
  const templates = elements.flatMap(({ attributes }) => attributes.template ?? [])
  return { answer, templates, texts: new Map(elements.map((element) => [element.name, element.text])) }
}

it('names the page and its suggestions with the address that the client used, and needs no key', async () => {
  const { answer, templates, texts } = await describe({ host: 'trawl.test:8888', 'x-forwarded-proto': 'https' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/opensearchdescription+xml; charset=utf-8',
  ])
  expect(texts.get('ShortName')).toBe('Trawl')
  expect(texts.get('Image')).toBe('https://trawl.test:8888/icon.svg')
  expect(templates).toEqual([
    'https://trawl.test:8888/?kw={searchTerms}',
    'https://trawl.test:8888/api/v1/suggest?q={searchTerms}&format=opensearch',
    'https://trawl.test:8888/opensearch.xml',
  ])
})

it('takes no markup from the Host header', async () => {
  const { templates } = await describe({ host: 'a"><Url' })
  expect(templates[0]).toBe('http://localhost/?kw={searchTerms}')
})
