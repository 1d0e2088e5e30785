// Addresses of requests: where the service is, and queries as it reads them.

/** A value of a query: lists are joined by commas, other objects become JSON, what is undefined is left out. */
type Value = string | number | boolean | readonly string[] | object | undefined

/**
 * Where the service is, without a slash at the end; it may lie under a path of its host.
 * @throws TypeError when it is no address, or has a name and password in it.
 */
export function addressOf(url: string): string {
  const address = parsed(url)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new TypeError(`url: must be where a Trawl listens, like http://127.0.0.1:8888, and is ${JSON.stringify(url)}`)
  if (address.username !== '' || address.password !== '')
    throw new TypeError('url: must not hold a name and password; hand in the key by itself, as `key`')
  return address.origin + address.pathname.replace(/(?<!\/)\/+$/, '')
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/** The query of these fields, with its question mark; empty when there are none. */
export function queryOf(fields: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<Value>({ ...fields }))
    if (value !== undefined) query.set(name, textOf(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function textOf(value: NonNullable<Value>): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`
}
