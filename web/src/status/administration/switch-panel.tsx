// Sources switched on or off until the next start, and the lines that do so for good.
import { useId, useState } from 'preact/hooks'
import type { SourceSwitchesResponse } from '../../../../src/contract/source-switches.ts'
import { Button } from '../../components/button.tsx'
import { useReasonText } from '../../components/use-reason-text.ts'
import { useReport } from '../../components/use-report.ts'
import { useMessages } from '../../use-messages.ts'
import type { HealthReport } from '../report-types.ts'
import { rowsOf } from '../source-rows.ts'
import { administrationMessages } from './messages.ts'
import { CopyableLines, Entries, Panel, PanelForm } from './panel.tsx'
import { settingLines } from './source-lines.ts'
import { useAdministration } from './use-administration.ts'

export function SwitchPanel() {
  const { sources: messages } = useMessages(administrationMessages)
  const administration = useAdministration<SourceSwitchesResponse>('/api/v1/security/sources')
  const health = useReport<HealthReport>('/api/v1/health', { isPublic: true })
  const textOf = useReasonText()
  const { switchedOn = [], switchedOff = [] } = administration.state.report ?? {}
  const rows = health.report ? rowsOf(health.report) : []
  const switchTo = async (to: 'on' | 'off', id: string) => {
    if (await administration.change({ body: { [to]: [id] } })) health.reload()
  }
  const reset = (id: string, to: 'on' | 'off') => ({
    name: id,
    detail: to === 'on' ? messages.isOff : messages.isOn,
    action: { text: messages.resetShort, label: messages.reset(id), run: () => void switchTo(to, id) },
  })
  const failing = rows
    .filter(({ state }) => state === 'unhealthy')
    .map(({ id, lastError }) => ({
      name: id,
      detail: lastError ? textOf(lastError.reason ?? { code: lastError.kind }) : undefined,
      action: { text: messages.off, label: messages.turnOff(id), run: () => void switchTo('off', id) },
    }))
  const lines = settingLines(switchedOff)
  return (
    <Panel title={messages.title} explain={messages.explain} administration={administration}>
      <Entries entries={[...switchedOff.map((id) => reset(id, 'on')), ...switchedOn.map((id) => reset(id, 'off'))]} />
      {lines.length > 0 && (
        <div class="flex flex-col gap-1 text-sm">
          {messages.lasting}
          <CopyableLines lines={lines} />
        </div>
      )}
      <SourceForm ids={rows.map(({ id }) => id)} isDisabled={administration.isSending} onSwitch={switchTo} />
      {failing.length > 0 && (
        <>
          <h3 class="text-sm font-medium">{messages.unhealthy}</h3>
          <Entries entries={failing} />
        </>
      )}
    </Panel>
  )
}

interface SourceFormProps {
  readonly ids: readonly string[]
  readonly isDisabled: boolean
  readonly onSwitch: (to: 'on' | 'off', id: string) => Promise<void>
}

function SourceForm({ ids, isDisabled, onSwitch }: SourceFormProps) {
  const { sources: messages } = useMessages(administrationMessages)
  const [id, setId] = useState('')
  const [field, list] = [useId(), useId()]
  const chosen = id.trim()
  return (
    <PanelForm
      submit={messages.off}
      isDisabled={isDisabled || chosen === ''}
      onSubmit={() => void onSwitch('off', chosen).then(() => setId(''))}
    >
      <div class="flex min-w-0 flex-col gap-1">
        <label for={field} class="text-sm text-soft">
          {messages.choose}
        </label>
        <input
          id={field}
          list={list}
          value={id}
          autoComplete="off"
          class="h-10 w-full rounded-lg border border-edge bg-card px-3 text-base text-ink"
          onInput={(event) => setId(event.currentTarget.value)}
        />
        <datalist id={list}>
          {ids.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
      <Button disabled={isDisabled || chosen === ''} class="min-h-10" onClick={() => void onSwitch('on', chosen)}>
        {messages.on}
      </Button>
    </PanelForm>
  )
}
