// The owner of this server: who it is, how to become it, and who else may change the settings.
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import { LoginButton } from '../../components/login-button.tsx'
import { useAnswer } from '../../use-answer.ts'
import { Section } from '../section.tsx'
import { serverMessages } from './server-messages.ts'

interface OwnerProps {
  /** Whether this reader may change the settings of the server. */
  readonly isAdministrator: boolean
}

export function OwnerSection({ isAdministrator }: OwnerProps) {
  const { owner: messages } = serverMessages.use()
  const { answer } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  if (!answer) return null
  const { exists, owner, offer } = answer
  if (owner !== null)
    return (
      <Section id="owner" title={messages.title} what={messages.is(owner)}>
        <LoginButton class="self-start">{messages.account}</LoginButton>
      </Section>
    )
  if (!exists && offer === 'open')
    return (
      <Section id="owner" title={messages.title} what={messages.none}>
        <LoginButton look="main" class="self-start">
          {messages.become}
        </LoginButton>
      </Section>
    )
  if (isAdministrator) return null
  return (
    <Section id="owner" title={messages.title} what={exists ? messages.mayChange : messages.mayChangeToken}>
      <LoginButton look="main" class="self-start" />
    </Section>
  )
}
