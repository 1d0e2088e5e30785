// The user's own buttons of links: each can be changed and removed, and a form adds one, from a template or not.
import { X } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { CloudCheckboxes } from '../components/cloud-checkboxes.tsx'
import { Problem } from '../components/problem.tsx'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { sendMessages } from '../send/messages.ts'
import { emptyTarget, presets } from '../send/presets.ts'
import {
  findProblem,
  maxTargets,
  type SendTarget,
  type TargetProblem,
  useSendTargets,
  withTarget,
} from '../send/send-targets.ts'
import { Section } from './section.tsx'

export function SendTargetsSection() {
  const messages = sendMessages.use()
  const targets = useSendTargets()
  const [edited, setEdited] = useState<SendTarget | undefined>()
  const save = (target: SendTarget) => {
    targets.set(withTarget(targets.value, target))
    setEdited(undefined)
  }
  const options = Object.keys(presets).map((value) => ({
    value,
    label: value === 'webhook' ? messages.webhook : value,
  }))
  return (
    <Section id="send" title={messages.title} what={messages.what}>
      <ul aria-label={messages.title}>
        {targets.value.map((target) => (
          <li key={target.name} class="flex items-center gap-2">
            <Button look="quiet" aria-label={messages.edit(target.name)} onClick={() => setEdited(target)}>
              {target.name}
            </Button>
            <span class="min-w-0 flex-1 truncate text-xs text-soft">{hostOf(target.url)}</span>
            <IconButton
              icon={X}
              label={messages.remove(target.name)}
              onClick={() => targets.set(targets.value.filter(({ name }) => name !== target.name))}
            />
          </li>
        ))}
      </ul>
      {edited ? (
        <TargetForm key={edited.name} initial={edited} isFull={targets.value.length >= maxTargets} onSave={save} />
      ) : (
        <div>
          <Select
            label={messages.preset}
            value=""
            options={[{ value: '', label: messages.preset }, { value: 'address', label: messages.address }, ...options]}
            onChoose={(value) => setEdited(presets[value] ?? emptyTarget)}
          />
        </div>
      )}
    </Section>
  )
}

/** Without the path, which may have a secret. */
function hostOf(url: string): string {
  return URL.parse(url, location.href)?.host ?? ''
}

interface FormProps {
  readonly initial: SendTarget
  /** Whether only those that there are may be changed. */
  readonly isFull: boolean
  readonly onSave: (target: SendTarget) => void
}

function TargetForm({ initial, isFull, onSave }: FormProps) {
  const messages = sendMessages.use()
  const [target, setTarget] = useState(initial)
  const [problem, setProblem] = useState<TargetProblem | 'tooMany' | undefined>()
  const change = (part: Partial<SendTarget>) => setTarget({ ...target, ...part })
  const submit = (event: Event) => {
    event.preventDefault()
    const named = { ...target, name: target.name.trim(), body: target.body.trim() }
    const found = findProblem(named) ?? (isFull && named.name !== initial.name ? 'tooMany' : undefined)
    setProblem(found)
    if (!found) onSave(named)
  }
  const field = (name: 'name' | 'url' | 'body') => (
    <TextField
      label={messages[name]}
      value={target[name]}
      autoComplete="off"
      onInput={(value) => change({ [name]: value })}
    />
  )
  return (
    <form class="mt-2 flex flex-col gap-2" onSubmit={submit}>
      {field('name')}
      {field('url')}
      {field('body')}
      <p class="text-xs text-soft">{messages.places}</p>
      {target.body.trim() !== '' && (
        <TextField
          label={messages.authorization}
          type="password"
          value={target.authorization}
          autoComplete="off"
          onInput={(authorization) => change({ authorization })}
        />
      )}
      <fieldset>
        <legend class="text-soft">{messages.clouds}</legend>
        <CloudCheckboxes chosen={target.clouds} onChange={(clouds) => change({ clouds })} />
      </fieldset>
      <Problem text={problem && messages.problems[problem]} />
      <Button type="submit" look="main" class="self-start">
        {messages.save}
      </Button>
    </form>
  )
}
