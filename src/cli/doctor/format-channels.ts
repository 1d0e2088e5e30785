// The table of `--channels`.
import type { Diagnosis } from './diagnosis.ts'

/** The table of `--channels`: which have a page, when they last posted, how many links of 30 days the page has. The most active first. */
export function formatChannels(findings: readonly Diagnosis[]): string {
  const width = Math.max(7, ...findings.map(({ name }) => name.length))
  const rows = findings
    .toSorted((one, other) => orderOf(other) - orderOf(one) || one.name.localeCompare(other.name, 'en'))
    .map(({ name, state, notes, activity }) => {
      const page = activity ? 'yes' : state
      const date = activity?.newestPost?.slice(0, 10) ?? '–'
      const links = String(activity?.links30Days ?? '–').padStart(5)
      return `${name.padEnd(width)}  ${page.padEnd(8)}  ${date.padEnd(10)}  ${links}  ${notes[0] ?? ''}`.trimEnd()
    })
  return [`${'CHANNEL'.padEnd(width)}  PAGE      LAST POST   LINKS OF 30 DAYS`, ...rows].join('\n')
}

function orderOf({ activity }: Diagnosis): number {
  return activity ? activity.links30Days : -1
}
