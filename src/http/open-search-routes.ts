// The OpenSearch description, by which a browser adds this service to its search engines.
import type { FastifyInstance } from 'fastify'
import { type Operations, routePath } from '../contract/operation.ts'
import { clientOrigin } from './feeds/send-feed.ts'

export const openSearchOperations = {
  openSearch: {
    method: 'get',
    path: '/opensearch.xml',
    tag: 'service',
    summary: 'OpenSearch description',
    description: 'For browsers that add the service to their search engines, with the address that the client used.',
    access: 'open',
    answers: [{ status: 200, meaning: 'The description, version 1.1.', type: 'application/opensearchdescription+xml' }],
  },
} satisfies Operations

/** Public, as the page is that names it: browsers fetch it without a key. */
export const openSearchPath = routePath(openSearchOperations.openSearch)

export function openSearchRoutes(app: FastifyInstance): void {
  app.get(openSearchPath, (request, reply) => {
    reply.header('content-type', 'application/opensearchdescription+xml; charset=utf-8')
    return reply.send(openSearchDescription(clientOrigin(request)))
  })
}

/** The text of an OpenSearch 1.1 description; `origin` has no character that XML escapes. */
function openSearchDescription(origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Trawl</ShortName>
  <Description>网盘搜索 · Search for network-drive links</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${origin}/icon-192.png</Image>
  <Image type="image/svg+xml">${origin}/icon.svg</Image>
  <Url type="text/html" template="${origin}/?kw={searchTerms}"/>
  <Url type="application/x-suggestions+json" template="${origin}/api/v1/suggest?q={searchTerms}&amp;format=opensearch"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${origin}${openSearchPath}"/>
</OpenSearchDescription>
`
}
