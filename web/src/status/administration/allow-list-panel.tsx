// The addresses that may use the service.
import { useState } from 'preact/hooks'
import type { AllowListResponse } from '../../../../src/contract/monitoring.ts'
import { TextField } from '../../components/text-field.tsx'
import { useMessages } from '../../use-messages.ts'
import { administrationMessages } from './messages.ts'
import { Entries, Panel, PanelForm } from './panel.tsx'
import { useAdministration } from './use-administration.ts'

export function AllowListPanel() {
  const messages = useMessages(administrationMessages)
  const administration = useAdministration<AllowListResponse>('/api/v1/security/ip-whitelist')
  const [ip, setIp] = useState('')
  const { report } = administration.state
  const add = async () => {
    if (await administration.change({ body: { ip: ip.trim() } })) setIp('')
  }
  const entries = (report?.whitelist ?? []).map((block) => ({
    name: block,
    action: {
      text: messages.remove,
      label: messages.removeOne(block),
      run: () => void administration.change({ query: new URLSearchParams({ ip: block }).toString() }),
    },
  }))
  return (
    <Panel
      title={messages.allowList.title}
      explain={report && (report.enabled ? messages.allowList.limited : messages.allowList.open)}
      administration={administration}
    >
      <Entries entries={entries} />
      <PanelForm
        submit={messages.add}
        isDisabled={administration.isSending || ip.trim() === ''}
        onSubmit={() => void add()}
      >
        <TextField label={messages.allowList.address} value={ip} onInput={setIp} autoComplete="off" />
      </PanelForm>
    </Panel>
  )
}
