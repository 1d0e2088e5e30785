// Reads the definitions of settings and sources for the pages that list them.
import { documentSourceSettings } from '../src/app/sources.ts'
import { documentedSettings } from '../src/config/schema.ts'
import { discoverFamilies, listsFolder } from '../src/hotlist/family-files.ts'
import { pluginEntries } from './plugin-entries.ts'
import { settingsPage } from './settings-page.ts'
import { sourcesPage } from './sources-page.ts'

export async function settingsMarkdown(): Promise<string> {
  return settingsPage([...documentedSettings(), ...(await documentSourceSettings(await pluginEntries()))])
}

export async function sourcesMarkdown(): Promise<string> {
  return sourcesPage(await discoverFamilies(listsFolder), await pluginEntries())
}
