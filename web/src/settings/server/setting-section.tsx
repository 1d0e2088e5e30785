// The section of a setting: a value of the environment in place of its controls, and why a stored value is not used.
import type { ComponentChildren, FunctionComponent } from 'preact'
import { type Said, Section, useAction } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import type { ServerSettings, Setting } from './use-server-settings.ts'

/** What is typed is looked at this time after the last letter. */
export const lookAfterMs = 400

/** What the controls of a setting are given. */
export interface ControlsProps {
  readonly setting: Setting
  readonly onChange: ServerSettings['change']
}

interface SettingSectionProps {
  readonly settings: ServerSettings
  readonly id: 'access' | 'proxy' | 'channels' | 'lists' | 'notifiers'
  readonly name: string
  readonly Controls: FunctionComponent<ControlsProps>
}

export function SettingSection({ settings, id, name, Controls }: SettingSectionProps) {
  const messages = serverMessages.use()
  const setting = settings.find(name)
  if (!setting) return null
  const { isPublic, isPrivate } = messages.access
  const access = setting.value === 'true' ? isPrivate : isPublic
  return (
    <Section id={id} title={messages[id].title} what={id === 'access' ? access : messages[id].what}>
      <SettingState setting={setting}>
        <Controls setting={setting} onChange={settings.change} />
      </SettingState>
    </Section>
  )
}

/** `store` changes a setting, and says `done` where that was good. It resolves to whether it was. */
export function useStore({ setting: { name }, onChange }: ControlsProps) {
  const { said, isBusy, run } = useAction()
  const store = (next: string | null, done?: string) =>
    run(async (): Promise<Said> => {
      const outcome = await onChange(name, next)
      return outcome.isBad || done === undefined ? outcome : { text: done }
    })
  return { said, isBusy, run, store }
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
