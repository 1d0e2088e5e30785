// The hosts of 123 that may be asked: only known ones, although more are recognised by their form.
import hosts from '../clouds/hosts-123.json' with { type: 'json' }

const known: ReadonlySet<string> = new Set(hosts)
const label = /^(?:www\.|\d{1,20}\.m?share\.)/

/** Whether a host, with its port if it has one, is known to belong to 123. */
export function isHostOf123(host: string): boolean {
  return known.has(host.replace(label, ''))
}
