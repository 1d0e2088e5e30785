// Addresses with placeholders: does a request mean the page that a fixture was made for?

/** What may stand for a placeholder of a fixture's address. */
const forms: Readonly<Record<string, string>> = {
  unixMillis: '\\d{10,13}',
  unixSeconds: '\\d{10}',
  sign: '[0-9a-f]{32}',
  token: '[0-9a-f]{32}',
  MM: '(?:0[1-9]|1[0-2])',
  YYYYMMDD: '\\d{8}',
  'YYYY-MM-DD': '\\d{4}-\\d{2}-\\d{2}',
  'YYYY-MM-DD HH:mm:ss': '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}',
  '32 hex': '[0-9a-f]{32}',
}

/** A text without placeholders is itself; every placeholder is any value of its form. @throws TypeError on a placeholder nobody knows. */
function formOf(text: string): RegExp {
  // Splitting by a group keeps the names: they are the odd parts.
  const parts = text.split(/\{([^{}]+)\}/).map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part)
    const form = forms[part]
    if (form === undefined) throw new TypeError(`an address may hold ${Object.keys(forms).join(', ')}, not "${part}"`)
    return form
  })
  return new RegExp(`^${parts.join('')}$`)
}

function sorted(query: URLSearchParams): ReadonlyArray<readonly [string, string]> {
  return [...query].toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
}

/** How near an address comes to a pattern. */
export interface Address {
  readonly host: string
  /** Its path is meant, whatever its parameters are. */
  hasPath(url: URL): boolean
  /** The whole of it is meant, but for parameters that are free: they may be missing, added or of any value. */
  isMeant(url: URL, free?: readonly string[]): boolean
  /** Its path is meant to the letter, without placeholders. */
  hasVeryPath(url: URL): boolean
}

/**
 * Compares addresses with `pattern`, an absolute address that may hold placeholders; `example` is one that fits it, without them. As with the sites themselves
 * neither the scheme, nor the order of the parameters, nor what is needlessly escaped in them matters.
 * @throws TypeError when the pattern cannot be read.
 */
export function createAddress(pattern: string, example = pattern): Address {
  const { host, pathname, searchParams } = new URL(pattern)
  const path = formOf(pathname.replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%20', ' '))
  const query = sorted(searchParams).map(([name, value]) => [name, formOf(value)] as const)
  const exact = new URL(example).pathname
  const hasPath = (url: URL): boolean => url.host === host && path.test(url.pathname)
  return {
    host,
    hasPath,
    isMeant(url, free = []) {
      const isBound = ([name]: readonly [string, unknown]): boolean => !free.includes(name)
      const asked = sorted(url.searchParams).filter(isBound)
      const wanted = query.filter(isBound)
      if (!hasPath(url) || asked.length !== wanted.length) return false
      return wanted.every(([name, form], at) => asked[at]?.[0] === name && form.test(asked[at]?.[1] ?? ''))
    },
    hasVeryPath: (url) => url.pathname === exact,
  }
}
