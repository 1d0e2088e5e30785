// Creates a certificate with the openssl command at test time, so that the repository contains no private key.
import { execFileSync } from 'node:child_process'

/** A private key and a self-signed certificate, both as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Creates a certificate for 127.0.0.1 and these names. */
export function makeCertificate(names: readonly string[] = ['localhost', '*.site.test']): Certificate {
  const alternatives = [...names.map((name) => `DNS:${name}`), 'IP:127.0.0.1'].join(',')
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${alternatives}`]
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const pem = execFileSync('openssl', ['req', '-x509', ...ec, ...subject, '-keyout', '-', '-out', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const certAt = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.slice(0, certAt), cert: pem.slice(certAt) }
}
