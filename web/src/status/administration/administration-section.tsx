// Administration: API keys, source switches, the allow list, and bans.
import { useReport } from '../../components/use-report.ts'
import { ReportError } from '../admin-only.tsx'
import { AllowListPanel } from './allow-list-panel.tsx'
import { BanPanel } from './ban-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { SwitchPanel } from './switch-panel.tsx'

export function AdministrationSection() {
  // One refusal for all panels.
  const { error, reload } = useReport('/api/v1/security/keys')
  if (error) return <ReportError error={error} onRetry={reload} />
  return (
    <div class="grid items-start gap-4 lg:grid-cols-2">
      <div class="flex min-w-0 flex-col gap-4">
        <SwitchPanel />
        <BanPanel />
      </div>
      <div class="flex min-w-0 flex-col gap-4">
        <KeyPanel />
        <AllowListPanel />
      </div>
    </div>
  )
}
