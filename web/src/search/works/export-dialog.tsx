// Copies, shares and saves works or links, or lets the user select some of them first; the bar that counts these.
import { Copy, Download, ListChecks, Share2, X } from 'lucide-preact'
import { Button, IconButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { saveFile } from '../../components/save-file.ts'
import { useCopy } from '../../components/use-copy.ts'
import { type ExportedWork, type ExportFormat, exportFormats, formatExport, formatWorks } from './export-links.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import type { Selection } from './selection.ts'
import { canShare, share } from './share-text.ts'
import { useChatLabels } from './use-chat-labels.ts'

interface ExportProps {
  readonly exported: readonly ExportedWork[]
  readonly selection: Selection
  readonly onClose: () => void
}

export function ExportDialog({ exported, selection, onClose }: ExportProps) {
  const messages = moreWorksMessages.use()
  const labels = useChatLabels()
  const copy = useCopy()
  const text = () => formatWorks(exported, labels)
  const title = messages.exportTitle(exported.length)
  const save = (format: ExportFormat) =>
    saveFile(`trawl.${format}`, formatExport(exported, format, labels), mediaTypes[format])
  const choose = () => {
    selection.isOpen.value = true
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="grid gap-2 sm:grid-cols-2">
        <Button icon={Copy} look="main" onClick={() => void copy(text(), messages.copiedText(exported.length))}>
          {messages.copyText}
        </Button>
        {canShare() && (
          <Button icon={Share2} onClick={() => void share(title, text())}>
            {messages.share}
          </Button>
        )}
        {exportFormats.map((format) => (
          <Button key={format} icon={Download} onClick={() => save(format)}>
            {messages.formats[format]}
          </Button>
        ))}
        {!selection.isOpen.value && (
          <Button icon={ListChecks} onClick={choose}>
            {messages.choose}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain;charset=utf-8',
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
}

interface BarProps {
  readonly selection: Selection
  readonly onExport: () => void
}

/** At the foot of the screen. */
export function SelectionBar({ selection, onExport }: BarProps) {
  const messages = moreWorksMessages.use()
  const count = selection.keys.value.size
  return (
    <div class="fixed inset-x-0 bottom-16 z-30 mx-auto flex w-max items-center gap-2 rounded-xl border border-line bg-card py-1 ps-4 pe-1 shadow-lg sm:bottom-4">
      <span role="status" class="text-sm figures">
        {messages.selected(count)}
      </span>
      <Button icon={Share2} disabled={count === 0} onClick={onExport}>
        {messages.export}
      </Button>
      <IconButton icon={X} label={messages.done} onClick={() => selection.close()} />
    </div>
  )
}
