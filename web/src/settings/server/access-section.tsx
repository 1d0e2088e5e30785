// Who may use this server: everybody or who logs in, and the users that may log in.
import { Button } from '../../components/button.tsx'
import { AdminPanel } from '../administration/admin-panel.tsx'
import { Answer, useAction } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import { SettingSection } from './setting-section.tsx'
import type { ServerSettings } from './use-server-settings.ts'

export function AccessSection({ settings }: { readonly settings: ServerSettings }) {
  const messages = serverMessages.use().access
  const { said, isBusy, run } = useAction()
  const isPrivate = settings.find('REQUIRE_KEY')?.value === 'true'
  return (
    <SettingSection
      settings={settings}
      name="REQUIRE_KEY"
      id="access"
      title={messages.title}
      what={isPrivate ? messages.isPrivate : messages.isPublic}
    >
      {({ name }) => (
        <div class="flex flex-wrap items-center gap-2">
          <Button
            look={isPrivate ? 'plain' : 'main'}
            disabled={isBusy}
            onClick={() => void run(() => settings.change(name, isPrivate ? 'false' : 'true'))}
          >
            {isPrivate ? messages.makePublic : messages.makePrivate}
          </Button>
          <Answer said={said} />
        </div>
      )}
    </SettingSection>
  )
}

interface UsersAnswer {
  readonly users: readonly { readonly name: string; readonly from: 'settings' | 'api' }[]
}

export function UsersSection({ settings }: { readonly settings: ServerSettings }) {
  const messages = serverMessages.use()
  if (!settings.find('AUTH_USERS')) return null
  const { users } = messages
  return (
    <AdminPanel<UsersAnswer>
      id="users"
      path="/api/v1/security/users"
      title={users.title}
      explain={() => users.what}
      entriesOf={(answer) =>
        answer.users.map(({ name, from }) => ({
          name,
          detail: from === 'settings' ? users.fromSettings : undefined,
          action:
            from === 'api'
              ? { text: messages.remove, label: messages.removeOne(name), change: { query: { username: name } } }
              : undefined,
        }))
      }
      fields={[
        { name: 'username', label: users.name },
        { name: 'password', label: users.password, isSecret: true },
      ]}
      buttons={[{ text: messages.add, change: ({ username, password }) => ({ body: { username, password } }) }]}
    />
  )
}
