// Removes the secrets of a notifier from texts about it: services repeat requests in their replies.

/** Shorter texts occur in any reply. */
const minLength = 4
/** Parts of paths in the documentation of the services; replies name them. */
const publicSegments = new Set([
  'open-apis',
  'webhook',
  'webhooks',
  'hook',
  'cgi-bin',
  'send',
  'robot',
  'push',
  'services',
])

/** The declaration of a notifier, by key. */
export type DeclaredFields = Readonly<Record<string, unknown>>

/** Returns the secrets among the fields of a notifier: all values, and of URLs everything but scheme and host. */
export function secretsOf(fields: DeclaredFields): string[] {
  return Object.values(fields).flatMap((value) => {
    const url = URL.parse(String(value))
    // `topic:x` is a URL too, but has no host.
    return url && url.host !== '' ? secretsInUrl(url) : [String(value)]
  })
}

function secretsInUrl({ username, password, pathname, search, searchParams }: URL): string[] {
  const [user, pass] = [username, password].map((text) => decodeURIComponent(text))
  const segments = pathname.split('/').filter((segment) => !publicSegments.has(segment))
  // As AUTH PLAIN sends them.
  const login = user === '' ? [] : [`\0${user}\0${pass}`]
  return [...login, user ?? '', pass ?? '', pathname + search, ...segments, ...searchParams.values()]
}

/** Creates the function that replaces these secrets in a text, plain or in the encodings in which services repeat them. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.filter((secret) => secret.length >= minLength).flatMap(formsOf))
  // The longest first: one may contain another.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, '***'), text)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const percentEncoded = encodeURIComponent(secret)
  const forms = [
    secret,
    percentEncoded,
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    // .NET writes the digits of percent encodings small.
    percentEncoded.replaceAll(/%../g, (encoded) => encoded.toLowerCase()),
  ]
  return forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()])
}
