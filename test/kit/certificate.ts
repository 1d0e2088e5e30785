// A certificate for tests, made by the openssl command at test time: nothing secret-looking lies in the repository.
import { execFileSync } from 'node:child_process'

/** A private key and a certificate that signs itself, both as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Makes a certificate for `localhost`, 127.0.0.1 and every name right below `site.test`. */
export function makeCertificate(): Certificate {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:*.site.test,IP:127.0.0.1']
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const pem = execFileSync('openssl', ['req', '-x509', ...ec, ...subject, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const certAt = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.slice(0, certAt), cert: pem.slice(certAt) }
}
