// Bans: shares, words, channels and hosts that are never shown.
import { useState } from 'preact/hooks'
import type { BanKind, BansResponse } from '../../../../src/contract/bans.ts'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useMessages } from '../../use-messages.ts'
import { administrationMessages } from './messages.ts'
import { Entries, Panel, PanelForm } from './panel.tsx'
import { useAdministration } from './use-administration.ts'

const kinds: readonly BanKind[] = ['word', 'share', 'channel', 'host']

export function BanPanel() {
  const { bans: messages } = useMessages(administrationMessages)
  const administration = useAdministration<BansResponse>('/api/v1/security/bans')
  const [kind, setKind] = useState<BanKind>('word')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const add = async () => {
    if (!(await administration.change({ body: { add: [{ kind, value: value.trim(), note: note.trim() }] } }))) return
    setValue('')
    setNote('')
  }
  const entries = (administration.state.report?.bans ?? []).map((ban) => ({
    name: ban.value,
    detail: [messages.kinds[ban.kind], ban.note, ban.from === 'file' && messages.fromFile].filter(Boolean).join(' · '),
    action:
      ban.from === 'api'
        ? {
            text: messages.liftShort,
            label: messages.lift(ban.value),
            run: () => void administration.change({ body: { remove: [{ kind: ban.kind, value: ban.value }] } }),
          }
        : undefined,
  }))
  return (
    <Panel title={messages.title} explain={messages.explain} administration={administration}>
      <Entries entries={entries} />
      <PanelForm
        submit={messages.add}
        isDisabled={administration.isSending || value.trim() === ''}
        onSubmit={() => void add()}
      >
        <Select
          label={messages.kind}
          value={kind}
          options={kinds.map((one) => ({ value: one, label: messages.kinds[one] }))}
          onChoose={(chosen) => setKind(kinds.find((one) => one === chosen) ?? 'word')}
        />
        <TextField label={messages.value} value={value} onInput={setValue} autoComplete="off" />
        <TextField label={messages.note} value={note} onInput={setNote} autoComplete="off" />
      </PanelForm>
    </Panel>
  )
}
