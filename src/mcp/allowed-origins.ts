// Checks the Origin of browser pages: local pages and those the operator names, which prevents DNS rebinding.

/** Whether a page with this `Origin` header may call a service with this `Host` header. */
export type IsOriginAllowed = (origin: string | undefined, host: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** A host name can be rebound to any address; an IP address cannot. */
const address = /^(?:(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])$/

/** Reads `MCP_ORIGINS`: `https://agents.example.org,http://10.0.0.2:3000`, or `*` for all. @throws Error for an invalid entry. */
export function parseOrigins(text: string): IsOriginAllowed {
  const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
  const named = new Set(entries.map(parseOrigin))
  const allowsAll = named.has('*')
  return (origin, host) => {
    // Clients other than browsers send no Origin.
    if (origin === undefined || allowsAll || named.has(origin.toLowerCase())) return true
    if (!URL.canParse(origin)) return false
    const page = new URL(origin)
    return loopback.test(page.hostname) || (address.test(page.hostname) && page.host === host?.toLowerCase())
  }
}

function parseOrigin(entry: string): string {
  if (entry === '*') return entry
  const url = URL.canParse(entry) ? new URL(entry) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === entry.toLowerCase().replace(/\/$/, '')) return url.origin
  throw new Error(
    `must be * or a list of origins of pages like https://agents.example.org; not ${JSON.stringify(entry.slice(0, 60))}`,
  )
}
