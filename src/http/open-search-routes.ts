// The OpenSearch description, by which a browser adds this service to its search engines.
import type { FastifyInstance } from 'fastify'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import { addressForClient } from './feeds/send-feed.ts'

export const openSearchOperations = {
  openSearch: operation('service', '/opensearch.xml', 'OpenSearch description', {
    description: 'For browsers that add the service to their search engines, with the address that the client used.',
    access: 'open',
    answers: [{ status: 200, meaning: 'The description, version 1.1.', type: 'application/opensearchdescription+xml' }],
  }),
} satisfies Operations

/** Public, as the page is that names it: browsers fetch it without a key. */
const openSearchPath = routePath(openSearchOperations.openSearch)

export function openSearchRoutes(app: FastifyInstance): void {
  app.get(openSearchPath, (request, reply) => {
    reply.header('content-type', 'application/opensearchdescription+xml; charset=utf-8')
    return reply.send(openSearchDescription(addressForClient(request)))
  })
}

/** The text of an OpenSearch 1.1 description; `base` has no character that XML escapes. */
function openSearchDescription(base: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Trawl</ShortName>
  <Description>网盘搜索 · Search for network-drive links</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${base}/icon-192.png</Image>
  <Image type="image/svg+xml">${base}/icon.svg</Image>
  <Url type="text/html" template="${base}/?kw={searchTerms}"/>
  <Url type="application/x-suggestions+json" template="${base}/api/v1/suggest?q={searchTerms}&amp;format=opensearch"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}${openSearchPath}"/>
</OpenSearchDescription>
`
}
