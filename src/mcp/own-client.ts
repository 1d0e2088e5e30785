// The client of this service for the tools of one MCP request.
import { type Client, createClient } from '../../client/client.ts'
import type { SendOwn } from '../http/own-requests.ts'

const url = 'http://localhost'

export function createOwnClient(send: SendOwn): Client {
  let isFirst = true
  return createClient({
    url,
    fetch(target, init = {}) {
      const path = String(target).slice(url.length)
      // The MCP request has been counted once. The state of the service is part of a call that reads more.
      const isIncluded = isFirst || path === '/api/health'
      isFirst = false
      // A streamed search is a search.
      const route = path.startsWith('/api/search/stream') ? '/api/search' : undefined
      return send(path, init, { isIncluded, route })
    },
  })
}
