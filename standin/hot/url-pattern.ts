// Matches request URLs against fixture URLs with placeholders.

/** The pattern for each placeholder of a fixture URL. */
const forms: Readonly<Record<string, string>> = {
  unixMillis: '\\d{10,13}',
  unixSeconds: '\\d{10}',
  sign: '[0-9a-f]{32}',
  token: '[0-9a-f]{32}',
  MM: '(?:0[1-9]|1[0-2])',
  YYYYMMDD: '\\d{8}',
  'YYYY/MM/DD': '\\d{4}/\\d{2}/\\d{2}',
  'YYYY-MM-DD': '\\d{4}-\\d{2}-\\d{2}',
  'YYYY-MM-DD HH:mm:ss': '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}',
  '32 hex': '[0-9a-f]{32}',
}

/**
 * Pattern of a text: literal, except that each placeholder matches any value of its form.
 * @throws TypeError on an unknown placeholder.
 */
function formOf(text: string): RegExp {
  // Splitting by a group keeps the placeholder names at the odd indexes.
  const parts = text.split(/\{([^{}]+)\}/).map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part)
    const form = forms[part]
    if (form === undefined)
      throw new TypeError(`placeholder must be one of ${Object.keys(forms).join(', ')}, not "${part}"`)
    return form
  })
  return new RegExp(`^${parts.join('')}$`)
}

function sorted(query: URLSearchParams): ReadonlyArray<readonly [string, string]> {
  return [...query].toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
}

/** Match levels of a URL against a pattern. */
export interface Address {
  readonly host: string
  /** True when the path matches, with any parameters. */
  hasPath(url: URL): boolean
  /** True when the whole URL matches. Free parameters may be missing, added or have any value. */
  isMeant(url: URL, free?: readonly string[]): boolean
  /** True when the path equals that of the pattern literally, without placeholders. */
  hasVeryPath(url: URL): boolean
}

/**
 * Creates the matcher for `pattern`, an absolute URL that may contain placeholders; `example` is a URL without
 * placeholders that fits it. As on the real sites, the scheme, the order of parameters and unnecessary escapes in them
 * are ignored.
 * @throws TypeError when the pattern is invalid.
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
