// Reads CHANGELOG.md, which follows Keep a Changelog.

/** The text below the heading of a version, `## [1.0.0] - 2026-11-23`. @throws Error if there is no such heading, or nothing below it. */
export function findReleaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((text) => text.startsWith(`## [${version}] - `))
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md has no section "## [${version}] - DATE"`)
  return `${notes}\n`
}
