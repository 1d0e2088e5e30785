// A section of one setting: a value of the environment in place of its controls, and why a stored value is not used.
import type { ComponentChildren } from 'preact'
import { Section } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import type { ServerSettings, Setting } from './use-server-settings.ts'

interface SettingSectionProps {
  readonly settings: ServerSettings
  readonly name: string
  readonly id: string
  readonly title: string
  readonly what: string
  readonly children: (setting: Setting) => ComponentChildren
}

export function SettingSection({ settings, name, children, ...section }: SettingSectionProps) {
  const setting = settings.find(name)
  if (!setting) return null
  return (
    <Section {...section}>
      <SettingState setting={setting}>{children(setting)}</SettingState>
    </Section>
  )
}

interface StateProps {
  readonly setting: Setting
  /** Where the section has several settings. */
  readonly label?: string
  /** Shown unless the environment sets it. */
  readonly children: ComponentChildren
}

export function SettingState({ setting: { from, variable, value, problem }, label, children }: StateProps) {
  const messages = serverMessages.use()
  if (from === 'environment')
    return (
      <p class="min-w-0 rounded-lg bg-raised px-3 py-2 text-sm">
        {label !== undefined && <span class="block">{label}</span>}
        {messages.setBy(variable ?? '')} <code class="max-h-24 overflow-y-auto break-all">{value}</code>
      </p>
    )
  return (
    <>
      {problem !== undefined && (
        <p role="alert" class="rounded-lg bg-warn-wash px-3 py-2 text-sm break-words text-warn">
          {messages.notUsed(problem)}
        </p>
      )}
      {children}
    </>
  )
}
