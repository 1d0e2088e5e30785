// API keys: made, shown once, revoked.
import { useState } from 'preact/hooks'
import type { ApiKeysResponse } from '../../../../src/contract/api-keys.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { formatDateTime } from '../../format-time.ts'
import { usePreferences } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { administrationMessages } from './messages.ts'
import { CopyableLines, Entries, Panel, PanelForm } from './panel.tsx'
import { useAdministration } from './use-administration.ts'

export function KeyPanel() {
  const messages = useMessages(administrationMessages)
  const { language } = usePreferences()
  const administration = useAdministration<ApiKeysResponse>('/api/v1/security/keys')
  const [made, setMade] = useState<ApiKeysResponse['made']>()
  const [name, setName] = useState('')
  const [rate, setRate] = useState('')
  const { report } = administration.state
  const make = async () => {
    const answer = await administration.change({ body: { name: name.trim(), rate: rate.trim() || undefined } })
    if (!answer) return
    setMade(answer.made)
    setName('')
    setRate('')
  }
  const entries = (report?.keys ?? []).map((key) => ({
    name: key.name,
    detail: [key.since === undefined ? messages.keys.fromSettings : formatDateTime(key.since, language.value), key.rate]
      .filter(Boolean)
      .join(' · '),
    action:
      key.from === 'api'
        ? {
            text: messages.keys.revokeShort,
            label: messages.keys.revoke(key.name),
            run: () => void administration.change({ query: new URLSearchParams({ name: key.name }).toString() }),
          }
        : undefined,
  }))
  return (
    <Panel
      title={messages.keys.title}
      explain={report && (report.required ? messages.keys.required : messages.keys.optional)}
      administration={administration}
    >
      {made && (
        <div role="status" class="flex flex-col items-start gap-2 rounded-lg bg-wash p-3 text-sm">
          {messages.keys.made(made.name)}
          <CopyableLines lines={[made.key]} />
          <Button onClick={() => setMade(undefined)}>{messages.keys.done}</Button>
        </div>
      )}
      <Entries entries={entries} />
      <PanelForm
        submit={messages.keys.make}
        isDisabled={administration.isSending || name.trim() === ''}
        onSubmit={() => void make()}
      >
        <TextField label={messages.keys.name} value={name} onInput={setName} autoComplete="off" />
        <TextField label={messages.keys.rate} value={rate} onInput={setRate} autoComplete="off" />
      </PanelForm>
    </Panel>
  )
}
