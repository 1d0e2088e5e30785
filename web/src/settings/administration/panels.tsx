// Lists that administrators edit: source switches, bans, API keys, and the allow list.
import { useState } from 'preact/hooks'
import type { ApiKeysResponse } from '../../../../src/contract/api-keys.ts'
import type { BanKind, BansResponse } from '../../../../src/contract/bans.ts'
import type { AllowListResponse } from '../../../../src/contract/monitoring.ts'
import type { SourceSwitchesResponse } from '../../../../src/contract/source-switches.ts'
import type { UsersResponse } from '../../../../src/contract/users.ts'
import { Button } from '../../components/button.tsx'
import { useReasonText } from '../../components/use-reason-text.ts'
import { useReport } from '../../components/use-report.ts'
import { formatDateTime } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import type { HealthReport } from '../../status/reports.ts'
import { rowsOf } from '../../status/source-rows.ts'
import { serverMessages } from '../server/server-messages.ts'
import { AdminPanel, CopyableLines, type Entry } from './admin-panel.tsx'
import { administrationMessages } from './messages.ts'
import { settingLines } from './setting-lines.ts'

/** Sources switched on or off, and the lines for `.env` that do the same. */
export function SwitchPanel() {
  const { sources: messages } = administrationMessages.use()
  const health = useReport<HealthReport>('/api/v1/health', { isPublic: true })
  const textOf = useReasonText()
  const rows = health.report ? rowsOf(health.report) : []
  const entryOf = (name: string, to: 'on' | 'off'): Entry => ({
    name,
    detail: to === 'on' ? messages.isOff : messages.isOn,
    action: { text: messages.resetShort, label: messages.reset(name), change: { body: { [to]: [name] } } },
  })
  const failing = rows
    .filter(({ state }) => state === 'unhealthy')
    .map(({ id: name, lastError }) => ({
      name,
      detail: lastError ? textOf(lastError.reason ?? { code: lastError.kind }) : undefined,
      action: { text: messages.off, label: messages.turnOff(name), change: { body: { off: [name] } } },
    }))
  return (
    <AdminPanel<SourceSwitchesResponse>
      id="sources"
      path="/api/v1/security/sources"
      title={messages.title}
      explain={() => messages.explain}
      entriesOf={({ switchedOff, switchedOn }) => [
        ...switchedOff.map((id) => entryOf(id, 'on')),
        ...switchedOn.map((id) => entryOf(id, 'off')),
      ]}
      note={({ switchedOff }) =>
        switchedOff.length > 0 && (
          <div class="flex flex-col gap-1 text-sm">
            {messages.lasting}
            <CopyableLines lines={settingLines(switchedOff)} />
          </div>
        )
      }
      fields={[{ name: 'id', label: messages.choose, suggestions: rows.map(({ id }) => id) }]}
      buttons={(['off', 'on'] as const).map((to) => ({
        text: messages[to],
        change: ({ id }) => ({ body: { [to]: [id] } }),
      }))}
      onChanged={health.reload}
      others={{ title: messages.unhealthy, entries: failing }}
    />
  )
}

const banKinds: readonly BanKind[] = ['word', 'share', 'channel', 'host']

/** Shares, words, channels and hosts that are never shown. */
export function BanPanel() {
  const { bans: messages } = administrationMessages.use()
  const entryOf = ({ kind, value, note, from }: BansResponse['bans'][number]): Entry => ({
    name: value,
    detail: [messages.kinds[kind], note, from === 'file' && messages.fromFile].filter(Boolean).join(' · '),
    action:
      from === 'api'
        ? { text: messages.liftShort, label: messages.lift(value), change: { body: { remove: [{ kind, value }] } } }
        : undefined,
  })
  return (
    <AdminPanel<BansResponse>
      id="bans"
      path="/api/v1/security/bans"
      title={messages.title}
      explain={() => messages.explain}
      entriesOf={({ bans }) => bans.map(entryOf)}
      fields={[
        {
          name: 'kind',
          label: messages.kind,
          options: banKinds.map((value) => ({ value, label: messages.kinds[value] })),
        },
        { name: 'value', label: messages.value },
        { name: 'note', label: messages.note, isOptional: true },
      ]}
      buttons={[{ text: messages.add, change: (ban) => ({ body: { add: [ban] } }) }]}
    />
  )
}

/** API keys: made, shown once, revoked. */
export function KeyPanel() {
  const { keys: messages } = administrationMessages.use()
  const language = usePreferences().language.value
  const [made, setMade] = useState<ApiKeysResponse['made']>()
  const entryOf = ({ name, since, rate, from }: ApiKeysResponse['keys'][number]): Entry => ({
    name,
    detail: [since === undefined ? messages.fromSettings : formatDateTime(since, language), rate]
      .filter(Boolean)
      .join(' · '),
    action:
      from === 'api'
        ? { text: messages.revokeShort, label: messages.revoke(name), change: { query: { name } } }
        : undefined,
  })
  return (
    <AdminPanel<ApiKeysResponse>
      id="keys"
      path="/api/v1/security/keys"
      title={messages.title}
      explain={({ required }) => (required ? messages.required : messages.optional)}
      entriesOf={({ keys }) => keys.map(entryOf)}
      note={() =>
        made && (
          <div role="status" class="flex flex-col items-start gap-2 rounded-lg bg-wash p-3 text-sm">
            {messages.made(made.name)}
            <CopyableLines lines={[made.key]} />
            <Button onClick={() => setMade(undefined)}>{messages.done}</Button>
          </div>
        )
      }
      fields={[
        { name: 'name', label: messages.name },
        { name: 'rate', label: messages.rate, isOptional: true },
      ]}
      buttons={[{ text: messages.make, change: ({ name, rate }) => ({ body: { name, rate: rate || undefined } }) }]}
      onChanged={(answer) => answer.made && setMade(answer.made)}
    />
  )
}

/** The addresses that may use the service. */
export function AllowListPanel() {
  const messages = administrationMessages.use()
  const entryOf = (ip: string): Entry => ({
    name: ip,
    action: { text: messages.remove, label: messages.removeOne(ip), change: { query: { ip } } },
  })
  return (
    <AdminPanel<AllowListResponse>
      id="addresses"
      path="/api/v1/security/ip-whitelist"
      title={messages.addresses.title}
      explain={({ enabled }) => (enabled ? messages.addresses.limited : messages.addresses.open)}
      entriesOf={({ whitelist }) => whitelist.map(entryOf)}
      fields={[{ name: 'ip', label: messages.addresses.address }]}
      buttons={[{ text: messages.add, change: ({ ip }) => ({ body: { ip } }) }]}
    />
  )
}

export function UsersPanel() {
  const messages = serverMessages.use()
  const { users } = messages
  return (
    <AdminPanel<UsersResponse>
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
