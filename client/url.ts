// Builds request URLs: the base address of the service and query strings.

/** A query value: arrays are joined with commas, other objects become JSON, undefined is left out. */
type Value = string | number | boolean | readonly string[] | object | undefined

/**
 * Normalizes the base URL of a service, which may include a path; removes a trailing slash.
 * @throws TypeError when it is not an HTTP URL or contains a user name or password.
 */
export function addressOf(url: string): string {
  const address = parsed(url)
  if (!address || !/^https?:$/.test(address.protocol))
    throw new TypeError(
      `url: must be the address of a Trawl server, like http://127.0.0.1:8888, not ${JSON.stringify(url)}`,
    )
  if (address.username !== '' || address.password !== '')
    throw new TypeError('url: must not contain a user name or password; pass the key as `key`')
  return address.origin + address.pathname.replace(/(?<!\/)\/+$/, '')
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/** Builds a query string with its question mark; empty without fields. */
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
