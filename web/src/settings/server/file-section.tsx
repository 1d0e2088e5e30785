// All stored settings of the server as one file, and back after a question.
import { Download, Upload } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import type { SettingsResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { usePage } from '../../page-context.ts'
import { saveFile } from '../save-file.ts'
import { Answer, Section, useAction } from '../section.tsx'
import { parseServerFile } from './server-file.ts'
import { serverMessages } from './server-messages.ts'
import { type ServerSettings, settingsPath } from './use-server-settings.ts'

const path = `${settingsPath}/file`

export function FileSection({ settings }: { readonly settings: ServerSettings }) {
  const messages = serverMessages.use().file
  const { api } = usePage()
  const { said, isBusy, run } = useAction()
  const [read, setRead] = useState<Readonly<Record<string, string>>>()
  const input = useRef<HTMLInputElement>(null)
  const download = async () => {
    const file = await api.json<object>(path, { isBackground: true })
    saveFile('trawl-server-settings.json', `${JSON.stringify(file, undefined, 2)}\n`)
    return undefined
  }
  const choose = async (file: File | undefined) => {
    const parsed = file && parseServerFile(await file.text())
    setRead(parsed)
    return file && !parsed ? { text: messages.wrong, isBad: true } : undefined
  }
  const replace = async () => {
    settings.replace(await api.post<SettingsResponse>(path, { settings: read }, { isBackground: true }))
    setRead(undefined)
    return { text: messages.done }
  }
  return (
    <Section id="file" title={messages.title} what={messages.what}>
      <div class="flex flex-wrap items-center gap-2">
        <Button icon={Download} disabled={isBusy} onClick={() => void run(download)}>
          {messages.export}
        </Button>
        <Button icon={Upload} disabled={isBusy} onClick={() => input.current?.click()}>
          {messages.import}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label={messages.import}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            void run(() => choose(file))
          }}
        />
        <Answer said={said} />
      </div>
      {read && (
        <div role="status" class="flex flex-col gap-2 rounded-lg bg-wash p-3 text-sm">
          <p class="break-words">{messages.question(Object.keys(read).join(', ') || messages.nothing)}</p>
          <div class="flex gap-2">
            <Button look="main" disabled={isBusy} onClick={() => void run(replace)}>
              {messages.replace}
            </Button>
            <Button onClick={() => setRead(undefined)}>{messages.keep}</Button>
          </div>
        </div>
      )}
    </Section>
  )
}
