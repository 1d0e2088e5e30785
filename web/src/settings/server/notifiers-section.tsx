// The notifiers: the address says of which service it is; a test, and those that are stored.
import { Button } from '../../components/button.tsx'
import { type DeclaredEntry, freeId, readEntries, withEntry, withoutEntry } from '../../components/declared-entries.ts'
import { usePage } from '../../page-context.ts'
import { Answer, Rows, type Said, useAction } from '../section.tsx'
import { AddNotifier } from './add-notifier.tsx'
import { describeNotifier, type NotifierFields } from './notifier-address.ts'
import { serverMessages } from './server-messages.ts'
import { SettingSection } from './setting-section.tsx'
import { type ServerSettings, type Setting, settingsPath } from './use-server-settings.ts'

export function NotifiersSection({ settings }: { readonly settings: ServerSettings }) {
  const { title, what } = serverMessages.use().notifiers
  return (
    <SettingSection settings={settings} name="NOTIFIERS" id="notifiers" title={title} what={what}>
      {(setting) => <Notifiers setting={setting} onChange={settings.change} />}
    </SettingSection>
  )
}

interface NotifiersProps {
  readonly setting: Setting
  readonly onChange: ServerSettings['change']
}

function Notifiers({ setting: { name: setting, value }, onChange }: NotifiersProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run } = useAction()
  const sendTest = useNotifierTest()
  const entries = readEntries(value)
  const add = async (kind: string, fields: NotifierFields): Promise<Said> => {
    const id = freeId(kind, entries)
    const outcome = await onChange(setting, withEntry(value, { id, fields }))
    return outcome.isBad ? outcome : { text: messages.notifiers.added(id) }
  }
  return (
    <>
      <AddNotifier onTest={sendTest} onAdd={add} />
      {entries.length > 0 && (
        <Rows
          label={messages.notifiers.title}
          rows={entries}
          keyOf={({ id }) => id}
          nameOf={({ id }) => id}
          detailOf={({ fields }) => <Detail fields={fields} />}
          actionsOf={({ id, fields }: DeclaredEntry) => (
            <>
              <Button
                look="quiet"
                aria-label={messages.notifiers.testOne(id)}
                disabled={isBusy}
                onClick={() => void run(() => sendTest(fields))}
              >
                {messages.notifiers.test}
              </Button>
              <Button
                look="quiet"
                aria-label={messages.removeOne(id)}
                disabled={isBusy}
                onClick={() => void run(() => onChange(setting, withoutEntry(value, id)))}
              >
                {messages.remove}
              </Button>
            </>
          )}
        />
      )}
      <Answer said={said} />
    </>
  )
}

function Detail({ fields }: { readonly fields: NotifierFields }) {
  const { kinds, isShared, other } = serverMessages.use().notifiers
  const described = describeNotifier(fields)
  const parts = described ? [kinds[described.kind], described.host] : [other]
  return <>{[...parts, fields.shared === 'true' && isShared].filter(Boolean).join(' · ')}</>
}

function useNotifierTest(): (fields: NotifierFields) => Promise<Said> {
  const { api } = usePage()
  const messages = serverMessages.use().notifiers
  return async (notifier) => {
    const path = `${settingsPath}/try-notifier`
    const { ok, message = '' } = await api.post<{ ok: boolean; message?: string }>(
      path,
      { notifier },
      { isBackground: true },
    )
    return ok ? { text: messages.sent } : { text: messages.notSent(message), isBad: true }
  }
}
