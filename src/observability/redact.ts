// Removes secrets from texts that others read.

/** Shorter texts occur in any reply. */
const minSecretLength = 4

/** Creates the function that replaces these secrets in a text, plain or in the encodings in which services repeat them. */
export function createRedactor(secrets: readonly string[], minLength = minSecretLength): (text: string) => string {
  const forms = new Set(secrets.filter((secret) => secret.length >= minLength).flatMap(formsOf))
  // The longest first: one may contain another.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, '***'), text)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const percentEncoded = encodeURIComponent(secret.toWellFormed())
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
